import { expect, it } from "vitest";
import { fileSize } from "./file-size";

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_200, "1.2 KB"],
  [48_213, "48 KB"],
  [5_000_000, "5.0 MB"],
  [3_000_000_000_000, "3000 GB"],
])("%d is %s", (bytes, words) => expect(fileSize(bytes)).toBe(words));
