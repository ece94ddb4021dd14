import { describe, expect, test } from "vitest";
import { Tally } from "../notes";
import type { Package } from "./package";
import { parseXml } from "./parse-xml";
import { readSharedTexts } from "./shared-texts";
import { SheetRows } from "./sheet-rows";

async function* repeat(start: string, middle: string, times: number): AsyncGenerator<Buffer> {
  yield Buffer.from(start);
  const chunk = Buffer.from(middle);
  for (let count = 0; count < times; count++) yield chunk;
}

const million = "x".repeat(1_000_000);

describe("parts that would fill the memory are refused", () => {
  test.each([
    ["a text without end", "<a>"],
    ["an attribute without end", '<a b="'],
    ["a comment without end", "<!--"],
    ["a document type without end", "<!DOCTYPE a ["],
  ])("%s", async (_, start) => {
    const handler = { open: () => {}, close: () => {}, text: () => {} };
    const read = async () => {
      for await (const _ of parseXml(repeat(start, million, 34), handler, new Tally()));
    };
    await expect(read()).rejects.toThrow("The XLSX file is cut off or damaged.");
  });

  test("too many shared texts", async () => {
    const opened: Package = {
      has: () => true,
      sizeOf: () => 0,
      read: () => repeat("<sst>", `<si><t>${million}</t></si>`, 65),
      close: () => {},
    };
    await expect(readSharedTexts(opened, "texts", new Tally())).rejects.toThrow(
      "The texts of the XLSX file have more than 64,000,000 characters. Save it as CSV, or split it.",
    );
  });

  test.each([
    ["values", "<row><c><v>", `${million}</v><v>`, "Row 1 is longer than 32,000,000 characters."],
    [
      "texts",
      '<row><c t="inlineStr">',
      `<is><t>${million}</t></is>`,
      "A cell is longer than 32,000,000 characters.",
    ],
  ])("a cell of many %s", async (_, start, middle, message) => {
    const tally = new Tally();
    const rows = new SheetRows({ sharedTexts: [], formats: [], is1904: false }, tally);
    const read = async () => {
      for await (const _ of parseXml(repeat(start, middle, 33), rows, tally));
    };
    await expect(read()).rejects.toThrow(message);
  });

  test("a row of many long cells", async () => {
    const tally = new Tally();
    const rows = new SheetRows({ sharedTexts: [million], formats: [], is1904: false }, tally);
    const read = async () => {
      for await (const _ of parseXml(repeat("<row>", '<c t="s"><v>0</v></c>', 33), rows, tally));
    };
    await expect(read()).rejects.toThrow("Row 1 is longer than 32,000,000 characters.");
  });
});
