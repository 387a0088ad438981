import { name, tagline } from "../../../collection.ts";

export function Hero() {
  return (
    <header className="hero">
      <picture>
        {/* Chooses between the light and the dark picture, because WebKit draws every SVG file in light colours. */}
        <source media="(prefers-color-scheme: dark)" srcSet="hero.svg#night" />
        <img className="hero-picture" src="hero.svg" alt="" width={640} height={420} />
      </picture>
      <h1>{name}</h1>
      <p className="hero-lead">{tagline}</p>
    </header>
  );
}
