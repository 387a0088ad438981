/** What is for sale: words and picture of the collection. */
export function Hero() {
  return (
    <header className="hero">
      <img className="hero-picture" src="street.svg" alt="" width={640} height={420} />
      <h1>Hearth</h1>
      <p className="hero-lead">
        5,000 homes, each one a ticket with its own number on the door. Drawn and kept on chain from
        that number, so every picture is known in advance.
      </p>
    </header>
  );
}
