import { name, tagline } from "../../../collection.ts";

/** What is for sale: words and picture of the collection. */
export function Hero() {
  return (
    <header className="hero">
      <img className="hero-picture" src="street.svg" alt="" width={640} height={420} />
      <h1>{name}</h1>
      <p className="hero-lead">{tagline}</p>
    </header>
  );
}
