import { expect } from "chai";
import { reuseOf } from "../../scripts/dev/check-site/browser-cache.ts";

/** What Chromium 153 does, by a host that counted its requests: fetched, read to its end, then imported. */

const date = "Sun, 22 Nov 2026 12:00:00 GMT";
const before = "Sun, 22 Nov 2026 11:00:00 GMT";
const after = "Sun, 22 Nov 2026 13:00:00 GMT";

describe("what a browser does with a file that it has fetched", () => {
  for (const [headers, reuse] of [
    [{ "cache-control": "public, max-age=31536000, immutable" }, "kept"],
    [{ "cache-control": "max-age=600", etag: '"1"', age: "599" }, "kept"],
    [{ "cache-control": "MAX-AGE=600" }, "kept"],
    [{ "last-modified": before, date }, "kept"],
    [{ expires: after, date }, "kept"],
    [{ "cache-control": "max-age=600", etag: '"1"', age: "600" }, "asked again"],
    [{ "cache-control": "public, max-age=0, must-revalidate", etag: '"1"' }, "asked again"],
    [{ "cache-control": "no-cache, max-age=600", "last-modified": before }, "asked again"],
    [{ etag: '"1"' }, "asked again"],
    [{ expires: before, date, etag: '"1"' }, "asked again"],
    [{ expires: "0", date, etag: '"1"' }, "asked again"],
    [{ "cache-control": "max-age=0", expires: after, date }, "sent again"],
    [{ "cache-control": "no-cache" }, "sent again"],
    [{ "cache-control": "no-store, max-age=600", etag: '"1"' }, "sent again"],
    [{}, "sent again"],
  ] as const) {
    it(`${JSON.stringify(headers)}: ${reuse}`, () => {
      expect(reuseOf(new Map(Object.entries(headers)))).to.equal(reuse);
    });
  }
});
