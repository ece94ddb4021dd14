import { slowDown } from "../fixtures";
import { expect, type GridPage, named, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";
import { expectValues, storedRecords } from "../toolbar-page";

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

/** Clipboard contents of other programs for the same three rows of two columns: a line break, quotes, HTML characters. */
const sources = [
  {
    name: "Excel",
    text: '"two\nlines"\t1,234.50\r\n"said ""hi"""\t-7\r\na < b & c\t\r\n',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{mso-style-parent:style0}</style></head><body>
<table border=0 cellpadding=0><col width=64><!--StartFragment--><tr height=20><td height=20 class=xl65 width=64>two<br>
    lines</td><td align=right x:num="1234.5">1,234.50</td></tr>
<tr><td>said &quot;hi&quot;</td><td align=right>-7</td></tr>
<tr><td>a &lt; b &amp; c</td><td></td></tr><!--EndFragment--></table></body></html>`,
  },
  {
    name: "Google Sheets",
    text: '"two\nlines"\t1,234.50\n"said ""hi"""\t-7\na < b & c\t',
    html: `<meta charset="utf-8"><google-sheets-html-origin><style>td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}</style><table xmlns="http://www.w3.org/1999/xhtml" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr><td data-sheets-value='{"1":2,"2":"two\\nlines"}'>two<br/>lines</td><td data-sheets-value='{"1":3,"3":1234.5}'>1,234.50</td></tr><tr><td>said &quot;hi&quot;</td><td>-7</td></tr><tr><td>a &lt; b &amp; c</td><td></td></tr></tbody></table></google-sheets-html-origin>`,
  },
  {
    name: "LibreOffice",
    // A space replaces the line break of a cell.
    text: 'two lines\t1,234.50\nsaid "hi"\t-7\na < b & c\t\n',
    html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice"/></head><body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup>
<tr><td height="34" align="left"><font face="Liberation Sans">two<br>lines</font></td><td align="right" sdval="1234.5" sdnum="1033;"><font>1,234.50</font></td></tr>
<tr><td align="left">said &quot;hi&quot;</td><td align="right">-7</td></tr>
<tr><td align="left">a &lt; b &amp; c</td><td align="left"><br></td></tr></table></body></html>`,
  },
  {
    name: "a web page",
    text: "two lines 1,234.50 said hi -7",
    html: `<div>Before<table><thead><tr><th><p>two</p><p>lines</p></th><th>  1,234.50 </th></tr></thead><tbody><tr><td>said <b>"hi"</b></td><td>&minus;7</td></tr><tr style="display:none"><td>hidden</td></tr><tr><td>a &lt; b &amp;&nbsp;c</td></tr></tbody></table></div>`,
  },
  {
    name: "a CSV",
    text: '"two\r\nlines","1,234.50"\r\n"said ""hi""",-7\r\na < b & c,\r\n',
    html: "",
  },
  { name: "an old Mac", text: '"two\rlines"\t1,234.50\r"said ""hi"""\t-7\ra < b & c\t\r', html: "" },
  { name: "a text file", text: '"two\nlines"\t1,234.50\n"said ""hi"""\t-7\na < b & c\t\n', html: "" },
];

/** Records have a name and link to people, of whom there is one. */
const withTeam = {
  others: {
    People: {
      fields: [{ type: "single_line_text", name: "Full name" }],
      records: [{ "Full name": "Ada" }],
    },
  },
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "linked_record", name: "Team", template: { tableId: "People" } },
  ],
};

for (const { name, text, html } of sources) {
  test(`a block from ${name} keeps its rows, line breaks and quotes`, async ({ gridOf }) => {
    const grid = await gridOf({ fields: textsAndNumbers, records: [{}, {}, {}, {}] });
    await grid.select(1, "Notes");
    await grid.paste({ text, html });
    await grid.expectColumn("Notes", ["two\nlines", 'said "hi"', "a < b & c", null]);
    await grid.expectColumn("Amount", [1234.5, -7, null]);
    await grid.select(2, "Amount");
    await grid.paste({ text, html });
    const dialog = grid.page.getByRole("dialog", { name: "Paste" });
    await expect(dialog).toContainText("3 can't be converted");
    await dialog.getByRole("button", { name: "Paste" }).click();
    await grid.expectColumn("Count", [null, 1234.5, -7, null]);
    await grid.expectColumn("Amount", [1234.5, -7, null]);
  });
}

const units = [
  { type: "single_line_text", name: "Name" },
  { type: "percent", name: "Done" },
  { type: "duration", name: "Time" },
  { type: "number", name: "Count" },
];

const textsAndNumbers = [
  { type: "single_line_text", name: "Name" },
  { type: "long_text", name: "Notes" },
  { type: "currency", name: "Amount" },
  { type: "number", name: "Count" },
];

test(
  "copying takes the displayed text as text and HTML, and keeps exact values within the app",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({
      records: [
        {
          Name: 'a "b" <c>',
          Notes: "two\nlines",
          Size: 1234.567,
          Budget: 99.95,
          Done: true,
          Due: "2026-01-31",
        },
        { Name: "plain" },
      ],
    });
    await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Notes"));
    await grid.press("Control+c");
    expect((await grid.clipboard()).text).toBe('a "b" <c>\t"two\nlines"\nplain\t');
    expect((await grid.clipboard()).html).toContain('<td>a "b" &lt;c&gt;</td><td>two<br>lines</td>');
    await grid.drag(grid.cell(1, "Size"), grid.cell(1, "Due"));
    await grid.press("Control+c");
    expect((await grid.clipboard()).text).toBe("1,234.6\t$99.95\ttrue\t\t2026-01-31");
    await grid.select(2, "Size");
    await grid.press("Control+v");
    await grid.expectStored(2, "Due", "2026-01-31");
    await grid.expectStored(2, "Size", 1234.567);
    await grid.expectStored(2, "Budget", 99.95);
    await grid.expectStored(2, "Done", true);
    expect(grid.writes).toEqual([`PATCH ${await idOf(grid, 2)}`]);
  },
);

test(
  "one value fills the range, a block tiles it, and excess rows create records",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(4) });
    await grid.select(1, "Name");
    await grid.press("Control+c");
    await grid.drag(grid.cell(2, "Notes"), grid.cell(4, "Notes"));
    await grid.press("Control+v");
    await grid.expectColumn("Notes", [null, "Project 1", "Project 1", "Project 1"]);
    await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
    await grid.press("Control+c");
    await grid.drag(grid.cell(1, "Notes"), grid.cell(4, "Notes"));
    await grid.press("Control+v");
    await grid.expectColumn("Notes", ["Project 1", "Project 2", "Project 1", "Project 2"]);
    await grid.select(4, "Name");
    await grid.press("Control+v");
    await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3", "Project 1", "Project 2"]);
    await expect(grid.grid).toHaveAttribute("aria-rowcount", "6");
    await grid.expectSelected("4 Name", "5 Name");
    await expect(grid.cell(5, "Name")).toHaveText("Project 2");
  },
);

test("pasting into an empty table creates rows, with the focus on its tab", async ({ gridOf }) => {
  const grid = await gridOf({ records: [] });
  const tab = grid.page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: "Projects" });
  await tab.click();
  await expect(tab).toBeFocused();
  await grid.paste({ text: "One\tNote\nTwo\t\n" });
  await grid.expectColumn("Name", ["One", "Two"]);
  await expect(grid.cell(2, "Name")).toHaveText("Two");
  await grid.expectSelected("1 Name", "1 Notes", "2 Name", "2 Notes");
});

test("keys typed before the preview opens go to the preview", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Stage");
  await slowDown(grid.page, 15);
  await grid.paste({ text: "New" });
  await grid.press("Enter");
  await grid.expectStored(1, "Stage", "New");
});

test("the preview shows how each field's text is parsed, and which cells cannot be converted", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields: units, records: named(2) });
  await grid.select(1, "Done");
  await grid.paste({ text: "45\t90\t5\n12.5%\tlong\t7\n0.5\t1:30\tmany" });
  const dialog = grid.page.getByRole("dialog", { name: "Paste" });
  await expect(dialog).toContainText("9 cells, 2 can't be converted, 1 new record");
  await expect(dialog.getByRole("region", { name: "Examples" }).getByRole("listitem")).toHaveText([
    "Done45 → 45%",
    "Time90 → 1:30",
    "Count5 → 5.0",
  ]);
  await expect(dialog.getByRole("region", { name: "Can't be converted" }).getByRole("listitem")).toHaveText([
    "Row 2, Timelong",
    "Row 3, Countmany",
  ]);
  await expect(dialog).toContainText("Cells that can't be converted stay unchanged (new records: empty).");
  await grid.press("Enter");
  await grid.expectColumn("Done", [0.45, 0.125, 0.005]);
  await grid.expectColumn("Time", [5_400, null, 5_400]);
  await grid.expectColumn("Count", [5, 7, null]);
});

test("a copied number keeps its digits between fields and tabs, and pastes its displayed text into text fields", async ({
  gridOf,
}) => {
  const grid = await gridOf({
    fields: units,
    records: [{ Name: "One", Done: 0.12345, Time: 5_415, Count: 1234.56789 }, { Name: "Two" }],
  });
  await grid.drag(grid.cell(1, "Done"), grid.cell(1, "Count"));
  await grid.press("Control+c");
  const { text, html } = await grid.clipboard();
  expect(text).toBe("12%\t1:30\t1,234.6");
  await grid.select(2, "Name");
  await grid.press("Control+v");
  await grid.expectStored(2, "Name", "12%");
  await grid.select(2, "Done");
  await grid.paste({ text, html });
  await grid.expectStored(2, "Done", 0.12345);
  await grid.expectStored(2, "Time", 5_415);
  await grid.expectStored(2, "Count", 1234.56789);
  // If the HTML was changed since, for example in an email, its cells are pasted.
  await grid.select(2, "Done");
  await grid.paste({ text: text.replace("12%", "50%"), html: html.replace("12%", "50%") });
  await grid.expectStored(2, "Done", 0.5);
  await grid.expectStored(2, "Count", 1234.6);
});

test("a paste over thousands of rows keeps the scroll position", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(600) });
  const rows = Array.from({ length: 700 }, (_, index) => `Row ${index + 1}`);
  await grid.select(3, "Notes");
  await grid.paste({ text: rows.slice(0, 500).join("\n") });
  await grid.expectStored(502, "Notes", "Row 500");
  await expect(grid.page.getByText("500 cells selected")).toBeVisible();
  await expect(grid.cell(3, "Notes")).toBeFocused();
  await expect(grid.cell(3, "Notes")).toBeInViewport();
  await expect(grid.cell(1, "Notes")).toBeInViewport();
  // Pastes into new rows, too.
  await grid.paste({ text: rows.join("\n") });
  await grid.expectStored(702, "Notes", "Row 700");
  await expect(grid.page.getByText("700 cells selected")).toBeVisible();
  await expect(grid.cell(3, "Notes")).toBeFocused();
  await expect(grid.cell(1, "Notes")).toBeInViewport();
});

test("the preview describes the paste, and Cancel changes nothing", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const text = "x\t5\nOpen\tlots\nNew\t7\nNewer\t\n";
  await grid.select(1, "Stage");
  const dialog = grid.page.getByRole("dialog", { name: "Paste" });
  await grid.paste({ text });
  await expect(dialog).toContainText("8 cells, 3 can't be converted, 3 new options, 2 new records");
  await grid.press("Escape");
  await expect(dialog).toHaveCount(0);
  await grid.expectFocus(1, "Stage");
  expect(grid.writes).toEqual([]);
  await grid.paste({ text });
  await expect(dialog.getByRole("button", { name: "Paste" })).toBeFocused();
  await grid.press("Enter");
  await grid.expectColumn("Stage", ["x", "Open", "New", "Newer"]);
  await expect(grid.cell(4, "Stage")).toHaveText("Newer");
  await expect(grid.cell(1, "Stage")).toBeFocused();
});

test("cells pasted into computed fields are counted and create no rows", async ({ gridOf }) => {
  const fields = [
    { type: "single_line_text", name: "Name" },
    { type: "autonumber", name: "Number" },
    { type: "long_text", name: "Notes" },
  ];
  const grid = await gridOf({ fields, records: named(2) });
  await grid.select(2, "Name");
  await grid.paste({ text: "One\t7\tFirst\nTwo\t8\tSecond" });
  const dialog = grid.page.getByRole("dialog", { name: "Paste" });
  await expect(dialog).toContainText("4 cells, 2 read-only cells stay unchanged, 1 new record");
  await dialog.getByRole("button", { name: "Paste" }).click();
  await grid.expectColumn("Notes", [null, "First", "Second"]);
  await grid.expectColumn("Number", [1, 2, 3]);
  await grid.select(3, "Number");
  await grid.paste({ text: "7\n8" });
  await expect(grid.page.getByText("Number is computed")).toBeVisible();
  await grid.expectColumn("Number", [1, 2, 3]);
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "4");
});

test("pasting more than a thousand cells asks for confirmation and writes all", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(500) });
  const rows = Array.from({ length: 2_600 }, (_, index) => `Row ${index + 1}`);
  await grid.select(1, "Name");
  await grid.paste({ text: rows.join("\n") });
  const dialog = grid.page.getByRole("dialog", { name: "Paste" });
  await expect(dialog).toContainText("2,600 cells, 2,100 new records");
  await dialog.getByRole("button", { name: "Paste" }).click();
  await expect(grid.page.getByText("2,600 records", { exact: true })).toBeVisible();
  await grid.expectColumn("Name", rows.slice(0, 3));
  await grid.expectColumn("Name", rows.slice(-3), 2_598);
  expect(grid.writes).toEqual(["PUT bulk", "POST bulk", "POST bulk"]);
});

test("cut cells are cleared once, when pasted", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
  await grid.press("Control+x");
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
  expect(grid.writes).toEqual([]);
  await grid.select(2, "Name");
  await grid.press("Control+v");
  await grid.expectColumn("Name", [null, "Project 1", "Project 2", "Project 4"]);
  expect(grid.writes).toEqual(["PUT bulk", `PATCH ${await idOf(grid, 1)}`]);
  await grid.select(4, "Notes");
  await grid.press("Control+v");
  await grid.expectStored(4, "Notes", "Project 1");
  await grid.expectColumn("Name", [null, "Project 1", "Project 2", "Project 4"]);
});

test("cut cells are kept if their paste is rejected or cannot be converted", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "5" }, { Name: "many" }, { Name: "7" }] });
  await grid.page.route("**/records/bulk", (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
  await grid.drag(grid.cell(1, "Name"), grid.cell(3, "Name"));
  await grid.press("Control+x");
  await grid.select(1, "Notes");
  await grid.press("Control+v");
  await expect(grid.page.getByText("3 cells were not saved")).toBeVisible();
  await grid.expectAtRest();
  await expect(grid.cell(1, "Name")).toHaveText("5");
  expect(grid.writes).toEqual(["PUT bulk"]);

  await grid.drag(grid.cell(1, "Name"), grid.cell(3, "Name"));
  await grid.press("Control+x");
  await grid.select(1, "Size");
  await grid.press("Control+v");
  const dialog = grid.page.getByRole("dialog", { name: "Paste" });
  await expect(dialog).toContainText("3 cells, 1 can't be converted");
  await dialog.getByRole("button", { name: "Paste" }).click();
  await grid.expectColumn("Name", [null, "many", null]);
  await grid.expectColumn("Size", [5, null, 7]);
  await grid.expectAtRest();
  await grid.press("Control+z");
  await grid.expectColumn("Name", ["5", "many", "7"]);
  await grid.expectColumn("Size", [null, null, null]);
});

test("cut cells pasted in place are kept, and so are those edited meanwhile", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
  await grid.press("Control+x", "Control+v");
  await grid.select(1, "Name");
  await grid.press("Control+x");
  await grid.type("another");
  await grid.press("Enter", "ArrowRight", "Control+v");
  await grid.expectColumn("Notes", [null, "Project 1", null]);
  await grid.expectColumn("Name", ["another", "Project 2", "Project 3"]);
});

test("cut cells move to the selected records and into new rows", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
  await grid.press("Control+x");
  await grid.select(3, "Notes");
  await grid.press("Control+v");
  await grid.expectColumn("Notes", [null, null, "Project 1", "Project 2"]);
  await grid.expectColumn("Name", [null, null, "Project 3", null]);
});

test("Esc cancels a cut", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.press("Control+x", "Escape", "ArrowRight", "Control+v");
  await grid.expectStored(1, "Notes", "Project 1");
  await grid.expectStored(1, "Name", "Project 1");
});

test("pasting as text ignores HTML", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.page.evaluate(async () => {
    const item = new ClipboardItem({
      "text/plain": new Blob(["plain"], { type: "text/plain" }),
      "text/html": new Blob(["<table><tr><td>rich</td><td>table</td></tr></table>"], { type: "text/html" }),
    });
    await navigator.clipboard.write([item]);
  });
  await grid.select(1, "Name");
  await grid.press("Control+Shift+v");
  await grid.expectStored(1, "Name", "plain");
  await grid.expectStored(1, "Notes", null);
  await grid.select(2, "Name");
  await grid.press("Control+v");
  await grid.expectStored(2, "Name", "rich");
  await grid.expectStored(2, "Notes", "table");
});

test("links are copied as names and matched by name", async ({ gridOf }) => {
  const grid = await gridOf({
    others: {
      People: {
        fields: [{ type: "single_line_text", name: "Full name" }],
        records: [{ "Full name": "Ada" }, { "Full name": "Bob, Jr." }],
      },
    },
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "linked_record", name: "Team", template: { tableId: "People" } },
      { type: "linked_record", name: "Lead", template: { tableId: "People", allowMultiple: false } },
    ],
    records: [{ Name: "One" }, { Name: "Two" }],
  });
  await grid.select(1, "Team");
  await grid.paste({ text: 'Ada, "Bob, Jr."' });
  await expect(grid.cell(1, "Team")).toContainText("Bob, Jr.");
  await grid.press("Control+c");
  expect((await grid.clipboard()).text).toBe('Ada, "Bob, Jr."');
  await grid.select(2, "Team");
  await grid.press("Control+v");
  await expect(grid.cell(2, "Team")).toContainText("Bob, Jr.");
  await grid.select(2, "Lead");
  await grid.paste({ text: "Bob, Jr." });
  await expect(grid.cell(2, "Lead")).toHaveText("Bob, Jr.");
  await grid.select(1, "Lead");
  await grid.paste({ text: "Nobody" });
  await grid.page.getByRole("checkbox", { name: "Create 1 record in “People”" }).uncheck();
  // No option is offered that would have no effect.
  const nothing = grid.page.getByRole("dialog", { name: "Nothing to paste" });
  await expect(nothing).toContainText("1 cell, 1 can't be converted");
  await expect(nothing).toContainText("Row 1, Lead");
  await expect(nothing.getByRole("button")).toHaveText(["Close"]);
  await nothing.getByRole("button").press("Enter");
  await grid.expectFocus(1, "Lead");
  await grid.select(1, "Name");
  await grid.paste({ text: "Ada" });
  await grid.expectStored(1, "Name", "Ada");
});

test("records that pasted links name are created, as one undo step", async ({ gridOf }) => {
  const lead = { type: "linked_record", name: "Lead", template: { tableId: "People", allowMultiple: false } };
  const grid = await gridOf({
    ...withTeam,
    fields: [...withTeam.fields, lead],
    records: [{ Name: "One" }, { Name: "Two" }],
  });
  await grid.select(1, "Team");
  await grid.paste({ text: "Ada, Zed\tZed\nZed\tBob, Jr.\nCleo\t" });
  const preview = grid.page.getByRole("dialog", { name: "Paste" });
  await expect(preview).toContainText("6 cells, 1 new record");
  await expect(preview.getByRole("checkbox", { name: "Create 3 records in “People”" })).toBeChecked();
  await grid.press("Enter");
  const people = async () => (await storedRecords(grid, "People")).map((person) => person["Full name"]);
  await expect.poll(people).toEqual(["Ada", "Zed", "Cleo", "Bob, Jr."]);
  await expectValues(grid, "Team", ["AdaZed", "Zed", "Cleo"]);
  await expectValues(grid, "Lead", ["Zed", "Bob, Jr.", ""]);
  await grid.press("Control+z");
  await expectValues(grid, "Team", ["", ""]);
  await expect.poll(people).toEqual(["Ada"]);
  await grid.press("Control+Shift+z");
  await expectValues(grid, "Lead", ["Zed", "Bob, Jr.", ""]);
  await expect.poll(people).toEqual(["Ada", "Zed", "Cleo", "Bob, Jr."]);
});

test("a paste is cancelled while linked records are created", async ({ gridOf }) => {
  const grid = await gridOf({ ...withTeam, records: [{ Name: "One" }] });
  const goOn = await hold(grid.page, "**/records/bulk");
  await grid.select(1, "Team");
  await grid.paste({ text: "Zed" });
  await grid.page.getByRole("dialog", { name: "Paste" }).getByRole("button", { name: "Paste" }).click();
  const task = grid.page.getByRole("dialog", { name: "Creating linked records…" });
  await task.getByRole("button", { name: "Cancel" }).click();
  goOn();
  await expect(grid.page.getByText("Nothing was pasted")).toBeVisible();
  await expect
    .poll(async () => (await storedRecords(grid, "People")).map((person) => person["Full name"]))
    .toEqual(["Ada", "Zed"]);
  await expectValues(grid, "Team", [""]);
});

test("a lookup of links is copied as names", async ({ gridOf }) => {
  const name = { type: "single_line_text", name: "Name" };
  const grid = await gridOf({
    others: {
      Cities: { fields: [name], records: [{ Name: "Rome" }, { Name: "Paris, Texas" }] },
      People: {
        fields: [name, { type: "linked_record", name: "Cities", template: { tableId: "Cities" } }],
        records: [{ Name: "Ada" }],
      },
    },
    fields: [
      name,
      { type: "linked_record", name: "Team", template: { tableId: "People" } },
      { type: "lookup", name: "Cities", template: { linkFieldId: "Team", targetFieldId: "Cities" } },
    ],
    records: [{ Name: "One" }],
  });
  const idsIn = async (table: string) => {
    const { body } = await grid.api.get(`/bases/${grid.base.id}/tables/${table}/records`);
    return body.records.map(({ id }: { id: string }) => id);
  };
  const [ada] = await idsIn("People");
  const path = `/bases/${grid.base.id}/tables/People/records/${ada}`;
  expect((await grid.api.patch(path, { record: { Cities: await idsIn("Cities") } })).status).toBe(200);
  await grid.select(1, "Team");
  await grid.paste({ text: "Ada" });
  await expect(grid.cell(1, "Cities")).toContainText("Rome");
  await grid.select(1, "Cities");
  await grid.press("Control+c");
  await expect.poll(async () => (await grid.clipboard()).text).toBe('Rome, "Paris, Texas"');
});

test("a paste that matches records keeps an editor opened meanwhile", async ({ gridOf }) => {
  const grid = await gridOf({
    ...withTeam,
    records: named(2),
  });
  const goOn = await hold(grid.page, "**/records/list");
  await grid.select(1, "Team");
  await grid.paste({ text: "Ada" });
  await grid.press("ArrowDown", "ArrowLeft");
  await grid.type("draft");
  await expect(grid.editor(2, "Name")).toHaveValue("draft");
  goOn();
  await grid.expectStored(1, "Team", [expect.anything()]);
  await expect(grid.cell(1, "Team")).toHaveText("Ada");
  await grid.type("ed");
  await expect(grid.editor(2, "Name")).toHaveValue("drafted");
  await grid.press("Enter");
  await grid.expectStored(2, "Name", "drafted");
});

test("copying includes rows that are not loaded, in the view's order", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2_300) });
  await grid.select(5, "Name");
  await grid.press("Control+Space", "Control+c");
  await expect.poll(async () => (await grid.clipboard()).text.split("\n").length).toBe(2_300);
  expect((await grid.clipboard()).text).toBe(
    named(2_300)
      .map(({ Name }) => Name)
      .join("\n"),
  );
});

test("adjacent ranges are copied as one, others are rejected", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3).map((record) => ({ ...record, Size: 1 })) });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
  await grid.cell(1, "Size").click({ modifiers: ["Control"] });
  await grid.cell(2, "Size").click({ modifiers: ["Shift"] });
  await grid.press("Control+c");
  expect((await grid.clipboard()).text).toBe("Project 1\t1.0\nProject 2\t1.0");
  await grid.cell(3, "Notes").click({ modifiers: ["Control"] });
  await grid.press("Control+c");
  await expect(grid.page.getByText("These ranges can't be copied together")).toBeVisible();
  expect((await grid.clipboard()).text).toBe("Project 1\t1.0\nProject 2\t1.0");
});

test("attachments are copied, and pasted images are uploaded", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "attachments", name: "Files" },
    ],
    records: named(2),
  });
  await grid.select(1, "Files");
  await grid.page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["hello"], "note.txt", { type: "text/plain" }));
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await expect(grid.cell(1, "Files")).toContainText("note.txt");
  await grid.expectAtRest();
  await grid.press("Control+c", "ArrowDown", "Control+v");
  await expect(grid.cell(2, "Files")).toContainText("note.txt");
  const [file] = await grid.storedColumn("Files", 1);
  await grid.expectColumn("Files", [file, file]);
});

test("pasted files are added to those added by others during the upload", async ({ gridOf, apiKey }) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "attachments", name: "Files" },
    ],
    records: named(1),
  });
  let goOn = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await grid.page.route("**/attachments?**", async (route) => {
    const response = await route.fetch();
    await isLetGo;
    await route.fulfill({ response });
  });
  await grid.select(1, "Files");
  const asked = grid.page.waitForRequest("**/attachments?**");
  await grid.page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["hello"], "mine.txt", { type: "text/plain" }));
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await asked;
  const uploaded = await grid.page.request.post(
    `/api/v1/bases/${grid.base.id}/attachments?filename=theirs.txt`,
    { data: Buffer.from("theirs"), headers: { Authorization: `Bearer ${apiKey}` } },
  );
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records/${await idOf(grid, 1)}`;
  await grid.api.patch(path, { record: { Files: [await uploaded.json()] } });
  goOn();
  await expect(grid.cell(1, "Files")).toContainText("theirs.txt+1");
  const added = [{ originalName: "theirs.txt" }, { originalName: "mine.txt" }];
  await expect.poll(async () => (await grid.stored(1)).Files).toMatchObject(added);
});

test("an open editor handles the clipboard itself", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.press("Control+c", "ArrowDown", "F2", "Control+v");
  await expect(grid.editor(2, "Name")).toHaveValue("Project 2Project 1");
  await grid.press("Escape");
  expect(grid.writes).toEqual([]);
});

test("the menu copies and pastes by keyboard alone", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.press("Shift+F10");
  await grid.chooseByKeys("Copy");
  expect((await grid.clipboard()).text).toBe("Project 1");
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.press("ArrowDown", "ContextMenu");
  await grid.chooseByKeys("Paste");
  await grid.expectStored(2, "Name", "Project 1");
  await expect(grid.cell(2, "Name")).toBeFocused();
});

test("a partly rejected paste marks the rejected cells and keeps the rest", async ({ gridOf }) => {
  const grid = await gridOf({
    ...withTeam,
    records: named(3),
  });
  await grid.select(1, "Name");
  // The id of no record, which only the server can detect.
  await grid.paste({ text: "One\tAda\nTwo\t0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23\nThree\tAda" });
  await expect(grid.cell(2, "Team")).toHaveAttribute("aria-invalid", "true");
  await expect(grid.cell(2, "Team")).toHaveAccessibleDescription(/0198c5a0/);
  await expect(grid.page.getByText("Not saved").first()).toBeVisible();
  await grid.expectColumn("Name", ["One", "Two", "Three"]);
  await expect(grid.cell(3, "Team")).toHaveText("Ada");
  await expect(grid.cell(2, "Team")).toHaveText("");
});

async function idOf(grid: GridPage, row: number): Promise<string> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records/list`;
  const { body } = await grid.api.post<{ records: { id: string }[] }>(path, { limit: 1, offset: row - 1 });
  return body.records[0]?.id ?? "";
}
