export const STYLES = `
:root {
  color-scheme: light dark;
  --paper: #fffdf8;
  --ink: #1f2d28;
  --soft: #55635d;
  --line: #d9cdb8;
  --bar: #a8401f;
  --second: #1c5fa8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131b18;
    --ink: #f1eadc;
    --soft: #b3beb7;
    --line: #3a4a43;
    --bar: #e58a62;
    --second: #8fc3ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 60rem;
  padding: 1rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 0; font-size: 1.2rem; }
header p, section p { margin: 0.25rem 0 0.75rem; color: var(--soft); }
.address { font-family: ui-monospace, monospace; font-size: 0.9em; }
dl {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
  gap: 0.75rem;
  margin: 1rem 0 0;
}
dt { color: var(--soft); font-size: 0.85rem; }
dd { margin: 0; font-size: 1.1rem; font-weight: 600; }
section { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
svg { display: block; width: 100%; height: auto; color: var(--ink); }
.narrow { display: none; }
@media (max-width: 599px) {
  .wide { display: none; }
  .narrow { display: block; max-width: 26rem; }
}
details { margin-top: 0.75rem; }
summary { cursor: pointer; padding: 0.25rem 0; }
.scroll { max-height: 30rem; overflow: auto; border: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; overflow-wrap: normal; }
th, td { padding: 0.25rem 0.6rem; text-align: left; border-bottom: 1px solid var(--line); }
thead th { position: sticky; top: 0; background: var(--paper); }
tbody th { font-weight: 400; }
.figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
:focus-visible { outline: 3px solid var(--second); outline-offset: 2px; }
@media print {
  :root {
    color-scheme: light;
    --paper: #fff;
    --ink: #000;
    --soft: #333;
    --line: #999;
    --bar: #555;
    --second: #000;
  }
  body { max-width: none; padding: 0; }
  section { break-inside: avoid-page; }
  details::details-content { display: block; content-visibility: visible; block-size: auto; }
  .scroll { max-height: none; overflow: visible; border: 0; }
  thead th { position: static; }
  tr { break-inside: avoid; }
}
`;
