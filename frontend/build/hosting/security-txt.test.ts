import { expect, it, vi } from "vitest";
import { securityText, securityTxt } from "./security-txt.ts";

const CONTACT = "mailto:security@tickets.example 2027-06-30";
const TEXT =
  "Contact: mailto:security@tickets.example\nExpires: 2027-06-30T23:59:59Z\nPreferred-Languages: en\n";

function emittedFiles(): unknown[] {
  const emitted: unknown[] = [];
  const { configResolved, generateBundle } = securityTxt();
  (configResolved as (config: object) => void)({ mode: "localhost" });
  (generateBundle as () => void).call({ emitFile: (file: unknown) => emitted.push(file) });
  return emitted;
}

it("is a file of the build, with the fields that RFC 9116 requires", () => {
  vi.stubEnv("VITE_SECURITY_CONTACT", CONTACT);
  expect(emittedFiles()).toEqual([{ type: "asset", fileName: "security.txt", source: TEXT }]);
});

it("is left out without the setting", () => {
  vi.stubEnv("VITE_SECURITY_CONTACT", "");
  expect(emittedFiles()).toEqual([]);
});

it.each([
  "security@tickets.example 2027-06-30",
  "mailto:security@tickets.example",
  "https://tickets.example/report 2027-13-01",
  "javascript:alert(1) 2027-06-30",
  "mailto:a@b.example\nContact: mailto:thief@c.example 2027-06-30",
])("may not be %j", (setting) => {
  expect(() => securityText(setting)).toThrow(/^VITE_SECURITY_CONTACT is not an address/);
});
