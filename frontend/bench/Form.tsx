import { name, noun, tagline } from "../../collection.ts";
import "../src/styles.css";

/** The page's markup with a fixed price. Only Connect works. */
export function Form({ onConnect }: { onConnect(): void }) {
  return (
    <main className="page">
      <header className="hero">
        <img className="hero-picture" src="hero.svg" alt="" width={640} height={420} />
        <h1>{name}</h1>
        <p className="hero-lead">{tagline}</p>
      </header>
      <section className="card" aria-labelledby="order-details">
        <h2 id="order-details">Order details</h2>
        <div className="stepper">
          <label className="stepper-label" htmlFor="quantity">
            Quantity
          </label>
          <div className="stepper-controls">
            <button type="button" className="button button-quiet" aria-label="Decrease quantity">
              −
            </button>
            <input id="quantity" className="stepper-input" type="text" defaultValue={1} />
            <button type="button" className="button button-quiet" aria-label="Increase quantity">
              +
            </button>
          </div>
        </div>
        <div className="summary">
          <p className="summary-line">you will buy 1 x {noun}</p>
          <p className="price-line">
            <span className="price figures">0.050000 ETH</span>
          </p>
        </div>
        <div className="wallet">
          <button type="button" className="button button-primary" onClick={onConnect}>
            Connect Wallet
          </button>
          <p className="note wallet-hint">No wallet in this browser? Connect one on your phone.</p>
        </div>
      </section>
    </main>
  );
}
