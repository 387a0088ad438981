import { name, tagline } from "../../../collection.ts";

/** The collection's words and picture. */
export function Hero() {
  return (
    <header className="hero">
      <picture>
        {/* By the page, not by the file: WebKit draws a picture in light colours whatever the scheme. */}
        <source media="(prefers-color-scheme: dark)" srcSet="hero.svg#night" />
        <img className="hero-picture" src="hero.svg" alt="" width={640} height={420} />
      </picture>
      <h1>{name}</h1>
      <p className="hero-lead">{tagline}</p>
    </header>
  );
}
