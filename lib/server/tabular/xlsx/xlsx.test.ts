import { describe, expect, test } from "vitest";
import { keepFolder, type Parts, readAll, workbookParts, writeZip } from "../made-files";

keepFolder();

async function readParts(parts: Parts, options = {}) {
  return readAll(await writeZip(parts), options);
}

async function read(book: Parameters<typeof workbookParts>[0], options = {}) {
  return readParts(workbookParts(book), options);
}

/** Reads one row of cells in XML. */
async function readRow(cells: string, book: Parameters<typeof workbookParts>[0] = {}) {
  return read({ ...book, sheets: { Sheet1: `<row r="1">${cells}</row>` } });
}

describe("texts", () => {
  test("are shared, inline, rich, or of formulas", async () => {
    const { rows, format, encoding, delimiter } = await readRow(
      '<c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><t>in</t><rPh sb="0" eb="1"><t>no</t></rPh></is></c>' +
        '<c r="C1" t="s"><v>0</v></c><c r="D1" t="str"><f>A1</f><v>of a formula</v></c><c r="E1" t="s"><v>2</v></c>',
      {
        sharedTexts:
          "<si><r><rPr><b/></rPr><t xml:space=\"preserve\">rich </t></r><r><t>text</t></r><rPh sb='0' eb='1'><t>no</t></rPh></si>" +
          "<si><t>a &amp; &lt;b&gt; _x0041__x000D__x005F_x0041_</t></si><si><t/></si>",
      },
    );
    expect(rows).toMatchObject([
      { number: 1, cells: ["a & <b> A\r_x0041_", "in", "rich text", "of a formula"] },
    ]);
    expect(rows[0]?.kinds).toEqual([undefined, undefined, undefined, undefined]);
    expect({ format, encoding, delimiter }).toEqual({ format: "xlsx", encoding: null, delimiter: null });
  });

  test("can be stored", async () => {
    const { cells, notes } = await readRow('<c t="inlineStr"><is><t>a_x0000__xD83D_</t></is></c>');
    expect(cells).toEqual([["a�"]]);
    expect(notes.map(({ code }) => code)).toEqual(["nul_characters", "undecodable"]);
  });

  test("are split by the parser where chunks end", async () => {
    const long = Array.from({ length: 50_000 }, (_, index) => `é😀<${index}`).join("");
    const { cells } = await readRow(`<c t="inlineStr"><is><t>${long.replaceAll("<", "&lt;")}</t></is></c>`);
    expect(cells[0]?.[0] === long).toBe(true);
  });
});

describe("places", () => {
  test("have gaps, any order, or no references", async () => {
    const { rows } = await read({
      sheets: {
        Sheet1:
          '<row r="2"><c r="C2"><v>3</v></c><c r="A2"><v>1</v></c></row><row r="3"/><row r="4"><c r="B4" s="1"/></row>' +
          '<row r="7"><c><v>1</v></c><c r="AB7"><v>28</v></c><c><v>29</v></c></row><row><c><v>8</v></c></row>',
      },
    });
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [2, "1", "", "3"],
      [7, "1", ...Array.from({ length: 26 }, () => ""), "28", "29"],
      [8, "8"],
    ]);
  });

  test("of merged cells hold their first value", async () => {
    const parts = workbookParts({
      sheets: { Sheet1: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"/><c r="C1"><v>3</v></c></row>' },
    });
    const sheet = parts["xl/worksheets/s1.xml"]?.replace(
      "</sheetData>",
      '</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
    );
    expect((await readParts({ ...parts, "xl/worksheets/s1.xml": sheet ?? "" })).cells).toEqual([
      ["1", "", "3"],
    ]);
  });

  test.each([
    ['<row r="1"><c r="XFE1"><v>1</v></c></row>', "Row 1 has a cell beyond the limit of 16,384 columns."],
    ['<row r="1"><c r="1"><v>1</v></c></row>', "Row 1 has a cell beyond the limit of 16,384 columns."],
    ['<row r="x"><c r="A1"><v>1</v></c></row>', "The XLSX file is damaged: it has a row “x”. Save it again."],
    [
      '<row r="5"><c r="B5" t="s"><v>7</v></c></row>',
      "cell B5 refers to a text that the file does not have.",
    ],
    ['<row r="5"><c r="AB5"><v>1,5</v></c></row>', "cell AB5 has “1,5” instead of a number."],
    ['<row r="5"><c r="A5" t="q"><v>1</v></c></row>', "cell A5 has the unknown type “q”."],
    ['<row r="5"><c t="constructor"><v>1</v></c></row>', "cell A5 has the unknown type “constructor”."],
    ["", "The sheet “Sheet1” has no rows. Choose another sheet or file."],
  ])("%#: defects are reported with row and column", async (content, message) => {
    await expect(read({ sheets: { Sheet1: content } })).rejects.toThrow(message);
  });
});

describe("values", () => {
  test("have the kind that their type says", async () => {
    const { rows, notes } = await readRow(
      '<c><v>12.50</v></c><c t="n"><v>1E-3</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#DIV/0!</v></c>' +
        '<c><f>1+1</f><v>2</v></c><c><f>1+1</f></c><c t="d"><v>2026-01-31T00:00:00.000Z</v></c><c t="d"><v>2026-01-31T12:30:00</v></c>' +
        '<c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><v></v></c>',
      { styles: '<xf numFmtId="0"/>' },
    );
    expect(rows[0]?.cells).toEqual([
      ...["12.5", "0.001", "true", "false", "", "2", "", "2026-01-31", "2026-01-31T12:30:00"],
    ]);
    expect(rows[0]?.kinds?.map((kind) => kind?.type)).toEqual([
      ...["number", "number", "boolean", "boolean", undefined, "number", undefined, "date", "datetime"],
    ]);
    expect(notes).toEqual([
      {
        code: "error_cells",
        count: 2,
        message: "2 cells have an error such as #DIV/0! and were read as empty.",
      },
      { code: "formulas", count: 1, message: "1 formula was read as the value that was last calculated." },
      {
        code: "formulas_without_value",
        count: 1,
        message:
          "1 cell has a formula whose value is not in the file and was read as empty. Open the file in a spreadsheet program and save it to calculate them.",
      },
    ]);
  });

  test.each([
    ["", "44927.5", "2023-01-01T12:00:00"],
    ['date1904="0"', "1", "1900-01-01"],
    ["", "59", "1900-02-28"],
    ["", "60", "1900-02-28"],
    ["", "61", "1900-03-01"],
    ["", "2958465", "9999-12-31"],
    ["", "2958466", "2958466"],
    ["", "-1", "-1"],
    ["", "0", "1899-12-31"],
    ["", "45000.52083333333", "2023-03-15T12:30:00"],
    ["", "45000.0000029", "2023-03-15T00:00:00.251"],
    ["", "0.25", "06:00:00"],
    ['date1904="1"', "0", "1904-01-01"],
    ['date1904="true"', "43465", "2023-01-01"],
    ['date1904="1"', "2957003", "9999-12-31"],
    ['date1904="1"', "2957004", "2957004"],
  ])("with %j, %s is the date %s", async (properties, value, text) => {
    const book = { properties, styles: '<xf numFmtId="14"/>' };
    expect((await readRow(`<c s="0"><v>${value}</v></c>`, book)).cells).toEqual([[text]]);
  });

  test.each([
    ["General", "1", { type: "number" }],
    ["0", "1", { type: "number", decimalPlaces: 0 }],
    ["#,##0.00_);[Red]\\(#,##0.00\\)", "1", { type: "number", decimalPlaces: 2 }],
    ["0.00E+00", "1", { type: "number" }],
    ["# ?/?", "1", { type: "number" }],
    ['0" days"', "1", { type: "number", decimalPlaces: 0 }],
    ["[>100]0.0;0", "1", { type: "number", decimalPlaces: 1 }],
    ["0.0%", "1", { type: "percent", decimalPlaces: 1 }],
    ["[$€-407]#,##0.00", "1", { type: "currency", symbol: "€", decimalPlaces: 2 }],
    ["#,##0.00\\ [$kr-41D]", "1", { type: "currency", symbol: "kr", decimalPlaces: 2 }],
    ['"$"#,##0', "1", { type: "currency", symbol: "$", decimalPlaces: 0 }],
    ["@", "1", undefined],
    ["00000", "00001", undefined],
    ["\\A\\-000", "1", { type: "number", decimalPlaces: 0 }],
    ["yyyy-mm-dd", "1900-01-01", { type: "date" }],
    ["[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "1900-01-01", { type: "date" }],
    ['yyyy"年"m"月"d"日"', "1900-01-01", { type: "date" }],
    ["[$-411]ge.m.d;@", "1900-01-01", { type: "date" }],
    ["mmm", "1900-01-01", { type: "date" }],
    ["DD.MM.YY HH:MM", "1900-01-01T00:00:00", { type: "datetime" }],
    ["h:mm AM/PM", "1900-01-01T00:00:00", { type: "datetime" }],
    ["[h]:mm:ss", "24:00:00", { type: "duration" }],
    ["[mm]:ss.0", "24:00:00", { type: "duration" }],
  ])("of the format %s are read as %s", async (code, text, kind) => {
    const escaped = code.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll(">", "&gt;");
    const { rows } = await readRow('<c s="1"><v>1</v></c>', {
      formats: `<numFmt numFmtId="164" formatCode="${escaped}"/>`,
      styles: '<xf numFmtId="0"/><xf numFmtId="164"/>',
    });
    expect(rows[0]).toEqual({ number: 1, cells: [text], kinds: [kind] });
  });

  test("of built-in formats", async () => {
    const ids = [0, 1, 9, 14, 18, 20, 22, 45, 46, 47, 49, 57, 163];
    const cells = ids.map((_, index) => `<c s="${index}"><v>0.5</v></c>`).join("");
    const { rows } = await readRow(cells, { styles: ids.map((id) => `<xf numFmtId="${id}"/>`).join("") });
    expect(rows[0]?.kinds?.map((kind) => kind?.type)).toEqual([
      ...["number", "number", "percent", "time", "time", "time", "time", "time", "duration", "time"],
      ...[undefined, "time", "number"],
    ]);
    expect(rows[0]?.cells).toEqual([
      ...["0.5", "0.5", "0.5", "12:00:00", "12:00:00", "12:00:00", "12:00:00", "12:00:00", "12:00:00"],
      ...["12:00:00", "0.5", "12:00:00", "0.5"],
    ]);
  });

  test("of durations may be negative or long", async () => {
    const book = { styles: '<xf numFmtId="46"/>' };
    const { cells } = await readRow("<c><v>-0.0625</v></c><c><v>1.5104166666667</v></c>", book);
    expect(cells).toEqual([["-1:30:00", "36:15:00"]]);
  });
});

describe("files of other programs", () => {
  test("LibreOffice", async () => {
    const { rows, sheets, notes } = await readAll("lib/server/tabular/fixtures/libreoffice.xlsx");
    expect(sheets).toEqual(["a"]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["Name", "Born", "At", "Time", "Span", "Share", "Price", "Ok", "Zip", "Formula"],
      [
        ...["Änne", "2026-01-31", "2026-01-31T13:45:00", "13:45:00", "1.5", "0.125", "€1,200.50"],
        ...["true", "123", "2"],
      ],
      ["two\nlines", "1999-12-31", "1999-12-31T00:00:01", "00:00:01", "2", "1", "€3.00", "false", "99999"],
    ]);
    expect(rows[1]?.kinds?.map((kind) => kind?.type)).toEqual([
      ...[
        undefined,
        "date",
        "datetime",
        "time",
        "number",
        "percent",
        undefined,
        "boolean",
        "number",
        "number",
      ],
    ]);
    expect(notes.map(({ code, count }) => [code, count])).toEqual([
      ["formulas", 1],
      ["error_cells", 1],
    ]);
  });

  test.each(["openpyxl.xlsx", "openpyxl-1904.xlsx"])("openpyxl: %s", async (name) => {
    const { rows, sheets, sheet, notes } = await readAll(`lib/server/tabular/fixtures/${name}`);
    expect([sheets, sheet]).toEqual([["Daten", "Hidden"], "Daten"]);
    expect(rows[1]).toEqual({
      number: 2,
      cells: [
        ...[
          "Ä",
          "2026-01-31",
          "2026-01-31T13:45:00.250",
          "13:45:00",
          "36:15:00",
          "0.125",
          "1200.5",
          "true",
          "",
        ],
        "a b",
      ],
      kinds: [
        undefined,
        { type: "date" },
        { type: "datetime" },
        { type: "time" },
        { type: "duration" },
        { type: "percent", decimalPlaces: 1 },
        { type: "currency", symbol: "€", decimalPlaces: 2 },
        { type: "boolean" },
        undefined,
        undefined,
      ],
    });
    expect(rows.map(({ number, cells }) => [number, cells.length, cells.at(-1)]).slice(2)).toEqual([
      [4, 1, "merged"],
      [10, 16_384, "last"],
    ]);
    expect(notes.map(({ code, count }) => [code, count])).toEqual([["formulas_without_value", 1]]);
  });
});

describe("sheets", () => {
  const sheets = {
    Secret: '<row r="1"><c r="A1"><v>1</v></c></row>',
    "Ä &amp; B": '<row r="1"><c r="A1"><v>2</v></c></row>',
    Last: '<row r="1"><c r="A1"><v>3</v></c></row>',
  };

  test("are chosen by name, by default the first visible one", async () => {
    const book = { sheets, hidden: ["Secret"] };
    expect(await read(book)).toMatchObject({
      sheets: ["Secret", "Ä & B", "Last"],
      sheet: "Ä & B",
      cells: [["2"]],
    });
    expect(await read(book, { sheet: "Secret" })).toMatchObject({ sheet: "Secret", cells: [["1"]] });
    await expect(read(book, { sheet: "None" })).rejects.toThrow(
      "The XLSX file has no sheet “None”. Its sheets: “Secret”, “Ä & B”, “Last”.",
    );
  });

  test("are found by any names of parts, prefixes and strict namespaces", async () => {
    const parts = workbookParts({ sheets: { A: '<row r="1"><c r="A1"><v>1</v></c></row>' } });
    const strict = Object.entries(parts).map(([name, content]) => [
      name.replace("workbook.xml", "Book.xml"),
      content
        .replaceAll(
          "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
          "http://purl.oclc.org/ooxml/officeDocument/relationships",
        )
        .replaceAll("workbook.xml", "book.xml")
        .replaceAll(/<(\/?)(?=worksheet|sheetData|row|c[ >]|v>)/g, "<$1x:")
        .replaceAll("xmlns=", "xmlns:x='x' xmlns="),
    ]);
    expect((await readParts(Object.fromEntries(strict))).cells).toEqual([["1"]]);
  });

  test("without cells of their own are left out", async () => {
    const parts = workbookParts({ sheets });
    const relations = parts["xl/_rels/workbook.xml.rels"] ?? "";
    const charts = relations.replace("relationships/worksheet", "relationships/chartsheet");
    expect((await readParts({ ...parts, "xl/_rels/workbook.xml.rels": charts })).sheets).toEqual([
      "Ä & B",
      "Last",
    ]);
    const none = relations.replaceAll("relationships/worksheet", "relationships/chartsheet");
    await expect(readParts({ ...parts, "xl/_rels/workbook.xml.rels": none })).rejects.toThrow(
      "The XLSX file has no sheet with cells. Choose a file with rows.",
    );
  });
});
