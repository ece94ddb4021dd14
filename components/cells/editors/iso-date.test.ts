import fc from "fast-check";
import { expect, it } from "vitest";
import { fromIso, toIso } from "./iso-date";

it("parses what it formats, in any year", () => {
  for (const iso of ["0001-01-01", "0099-12-31", "1900-02-28", "2024-02-29", "9999-12-31"]) {
    expect(toIso(fromIso(iso))).toBe(iso);
  }
  const day = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      expect(toIso(fromIso(toIso(date)))).toBe(toIso(date));
    }),
  );
});
