import { useState } from "react";
import { states } from "./states.ts";

const WIDTHS = [320, 360, 768, 1280];

export function Overview() {
  const [width, setWidth] = useState(360);
  const [scheme, setScheme] = useState("light dark");
  return (
    <main style={{ padding: "1rem" }}>
      <h1>Gallery of states</h1>
      <p style={{ display: "flex", gap: "1rem", margin: "1rem 0" }}>
        <label>
          Width{" "}
          <select value={width} onChange={({ target }) => setWidth(Number(target.value))}>
            {WIDTHS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          Colours{" "}
          <select value={scheme} onChange={({ target }) => setScheme(target.value)}>
            <option value="light dark">the system's</option>
            <option>light</option>
            <option>dark</option>
          </select>
        </label>
      </p>
      <div style={{ display: "flex", flexWrap: "wrap", gap: "1.5rem" }}>
        {Object.keys(states).map((name) => (
          <figure key={name} style={{ margin: 0 }}>
            <figcaption>
              <a className="link" href={`?state=${name}`}>
                {name}
              </a>
            </figcaption>
            <iframe
              title={name}
              src={`?state=${name}`}
              loading="lazy"
              width={width}
              height={960}
              style={{ border: "1px solid var(--line)", colorScheme: scheme }}
            />
          </figure>
        ))}
      </div>
    </main>
  );
}
