import { expect, test } from "vitest";
import { codingFor } from "./compression";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["deflate, zstd", undefined],
  ["gzip", "gzip"],
  ["GZip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br; q=0, gzip", "gzip"],
  ["gzip;q=0", undefined],
  ["gzip;q=0.000, *", "br"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["br;q=0, *;q=0.1", "gzip"],
  ["br;q=much, gzip;q=0.1", "gzip"],
  [",,;q=1,gzip", "gzip"],
])("of %j it takes %j", (header, coding) => {
  expect(codingFor(header)).toBe(coding);
});
