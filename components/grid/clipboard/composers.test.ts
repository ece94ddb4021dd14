import { describe, expect, it } from "vitest";
import { composeCopy } from "./compose-copy";
import { startComposer } from "./composers";

const names = ["1", "Name"];
const rows = [
  {
    cells: [{ text: "1.50", plain: "1.5" }, { text: "Ada | *Eve*\n<b>" }],
    values: [1.5, "Ada | *Eve*\n<b>"],
  },
  { cells: [{ text: "" }, { text: "ö" }], values: [undefined, "ö"] },
];

function textOf(format: Parameters<typeof startComposer>[0]) {
  const composer = startComposer(format, "id", names);
  for (const row of rows) composer.add(row);
  return composer.finish();
}

describe("a copy", () => {
  it("of cells is the same as before", () => {
    const composing = composeCopy("id");
    for (const { cells } of rows) composing.add(cells);
    expect(textOf(undefined)).toEqual(composing.finish());
  });

  it("with field names has a first row of them, in text and HTML", () => {
    const { text, plain, html } = textOf("named");
    expect(text.split("\n")[0]).toBe("1\tName");
    expect(plain.split("\n")[0]).toBe("1\tName");
    expect(html).toContain("<td>1</td><td>Name</td>");
  });

  it("as Markdown is a table whose cells keep their text", () => {
    expect(textOf("markdown")).toMatchObject({
      text: "| 1 | Name |\n| --- | --- |\n| 1.50 | Ada \\| \\*Eve\\*<br>\\<b\\> |\n|  | ö |\n",
      html: "",
    });
  });

  it("as JSON is a list of objects by field name, in the order of the fields", () => {
    const { text } = textOf("json");
    expect(JSON.parse(text)).toEqual([
      { 1: 1.5, Name: "Ada | *Eve*\n<b>" },
      { 1: null, Name: "ö" },
    ]);
    expect(textOf("json").text).toContain('{"1": 1.5, "Name": ');
  });
});
