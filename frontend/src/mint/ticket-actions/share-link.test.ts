import { expect, it, vi } from "vitest";
import { shareLink } from "./share-link.ts";

const TEXT = "Ticket #7 of Hearth";
const URL = "https://mint.example/?a=welcome5";

function browser(parts: object): void {
  vi.stubGlobal("navigator", parts);
}

const abort = () => Object.assign(new Error("closed"), { name: "AbortError" });

it("hands text and link to the device's share sheet, and copies nothing", async () => {
  // A browser's `share` throws unless `this` is the navigator.
  const share = vi.fn(async function (this: unknown) {
    expect(this).toBe(navigator);
  });
  const writeText = vi.fn();
  browser({ share, clipboard: { writeText } });
  expect(await shareLink(TEXT, URL)).toBe("shared");
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: TEXT, url: URL });
  expect(writeText).not.toHaveBeenCalled();
});

it("does nothing more once the visitor has closed the sheet", async () => {
  const writeText = vi.fn();
  browser({ share: () => Promise.reject(abort()), clipboard: { writeText } });
  expect(await shareLink(TEXT, URL)).toBe("cancelled");
  expect(writeText).not.toHaveBeenCalled();
});

it.each([
  ["has no sheet", {}],
  ["does not open its sheet", { share: () => Promise.reject(new Error("NotAllowedError")) }],
])("copies the link if the browser %s", async (_, parts) => {
  const writeText = vi.fn(async () => undefined);
  browser({ ...parts, clipboard: { writeText } });
  expect(await shareLink(TEXT, URL)).toBe("copied");
  expect(writeText).toHaveBeenCalledExactlyOnceWith(URL);
});

it.each([
  ["has no clipboard", {}],
  ["refuses", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } }],
])("fails if the browser %s", async (_, parts) => {
  browser(parts);
  expect(await shareLink(TEXT, URL)).toBe("failed");
});
