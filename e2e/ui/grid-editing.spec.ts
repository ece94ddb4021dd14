import { expect, named, test } from "../grid-page";
import { main } from "../rounds";

/** One edit per field type: the input, the stored value, and the displayed text. */
const edits = [
  { field: "Name", typed: "Ada", stored: "Ada", shown: "Ada" },
  { field: "Notes", typed: "Long story", stored: "Long story", shown: "Long story" },
  { field: "Email", typed: "ada@example.com", stored: "ada@example.com", shown: "ada@example.com" },
  { field: "Site", typed: "example.com/a", stored: "https://example.com/a", shown: "https://example.com/a" },
  { field: "Size", typed: "1,234.5", stored: 1234.5, shown: "1,234.5" },
  { field: "Budget", typed: "$99.95", stored: 99.95, shown: "$99.95" },
  { field: "Stage", typed: "prog", stored: "In progress", shown: "In progress" },
  { field: "Due", typed: "2026-01-31", stored: "2026-01-31", shown: "2026-01-31" },
];

const complete = Object.fromEntries(edits.map(({ field, stored }) => [field, stored]));

test(
  "typing replaces a value of each type, Enter issues one PATCH with just that field",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(3) });
    for (const { field, typed, stored, shown } of edits) {
      await grid.select(2, field);
      await grid.type(typed);
      await expect(grid.editor(2, field)).toHaveValue(typed);
      await grid.press("Enter");
      await expect(grid.cell(2, field)).toHaveText(shown);
      await grid.expectFocus(3, field);
      await grid.expectStored(2, field, stored);
    }
    expect(grid.patches).toEqual(
      edits.map(({ field, stored }) => ({ record: { [grid.fieldId(field)]: stored } })),
    );
    await grid.page.reload();
    for (const { field, shown } of edits) await expect(grid.cell(2, field)).toHaveText(shown);
  },
);

test("a double click starts editing a value of each type, Esc cancels", async ({ gridOf }) => {
  const grid = await gridOf({ records: [complete] });
  for (const { field, shown } of edits) {
    await grid.cell(1, field).dblclick();
    await expect(grid.editor(1, field)).toBeFocused();
    await grid.page.keyboard.insertText("x");
    await grid.press("Escape");
    await expect(grid.editor(1, field)).toHaveCount(0);
    await expect(grid.cell(1, field)).toHaveText(shown);
    await grid.expectFocus(1, field);
  }
  expect(grid.patches).toEqual([]);
});

test("Delete clears a value of each type", async ({ gridOf }) => {
  const grid = await gridOf({ records: [complete] });
  for (const { field } of edits) {
    await grid.select(1, field);
    await grid.press("Delete");
    await expect(grid.cell(1, field)).toHaveText("");
    await grid.expectStored(1, field, null);
  }
  expect(grid.patches).toEqual(edits.map(({ field }) => ({ record: { [grid.fieldId(field)]: null } })));
});

test("Space, Enter and a click toggle a checkbox", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const checkbox = grid.cell(1, "Done").getByRole("checkbox", { name: "Done" });
  await expect(checkbox).not.toBeChecked();
  const done = grid.fieldId("Done");
  const expectSent = (...values: boolean[]) =>
    expect.poll(() => grid.patches).toEqual(values.map((value) => ({ record: { [done]: value } })));
  await checkbox.click();
  await expect(checkbox).toBeChecked();
  await grid.expectFocus(1, "Done");
  await expectSent(true);
  await grid.press("Space");
  await expect(checkbox).not.toBeChecked();
  await expectSent(true, false);
  await grid.press("Enter");
  await expect(checkbox).toBeChecked();
  await grid.press("Delete");
  await expectSent(true, false, true, false);
  await grid.expectStored(1, "Done", false);
});

test("an edit that changes nothing sends nothing", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Size: 5 }] });
  await grid.select(1, "Size");
  await grid.press("F2", "Enter");
  await grid.type("5");
  await grid.press("Enter", "Delete");
  await grid.expectStored(1, "Size", null);
  expect(grid.patches).toHaveLength(1);
});

test(
  "after editing cell by cell with Tab, Enter returns to the first column of the next row",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(3) });
    await grid.select(1, "Notes");
    await grid.type("a");
    await grid.press("Tab");
    await grid.type("a@b.example");
    await grid.press("Tab");
    await grid.type("https://a.example");
    await grid.press("Enter");
    await grid.expectFocus(2, "Notes");
    await grid.expectStored(1, "Site", "https://a.example");
  },
);

test("arrow keys commit after typing over a value, and move the caret after F2 or a click", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Size");
  await grid.type("12");
  await grid.press("ArrowRight");
  await grid.expectFocus(1, "Budget");
  await grid.type("5");
  await grid.press("ArrowDown");
  await grid.expectFocus(2, "Budget");
  await grid.expectStored(1, "Size", 12);
  await grid.expectStored(1, "Budget", 5);
  await grid.type("13");
  await grid.press("F2", "ArrowLeft");
  await grid.type("2");
  await grid.press("Enter");
  await grid.expectStored(2, "Budget", 123);
  await grid.select(2, "Email");
  await grid.type("da@b.example");
  await grid.editor(2, "Email").click();
  await grid.press("Home", "ArrowRight", "ArrowLeft");
  await grid.type("a");
  await grid.press("Enter");
  await grid.expectStored(2, "Email", "ada@b.example");
});

test("F2 keeps the value and puts the caret at its end", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Name");
  await grid.press("F2");
  await grid.type(" and more");
  await grid.press("Tab");
  await grid.expectFocus(1, "Notes");
  await grid.expectStored(1, "Name", "Project 1 and more");
});

test("fast typing loses nothing", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(30) });
  // Shows all rows.
  await grid.page.setViewportSize({ width: 1700, height: 1200 });
  await grid.select(1, "Name");
  const words = Array.from({ length: 30 }, (_, index) => `Quick brown fox ${index} 🦊`);
  for (const word of words) {
    await grid.type(word);
    await grid.press("Enter");
  }
  for (const [index, word] of words.entries()) await expect(grid.cell(index + 1, "Name")).toHaveText(word);
  await grid.expectStored(30, "Name", words[29]);
  await grid.expectStored(1, "Name", words[0]);
  expect(grid.patches).toHaveLength(30);
});

test("several edits of one cell are stored in order", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Size");
  for (let size = 1; size <= 10; size += 1) {
    await grid.type(String(size));
    await grid.press("Enter");
  }
  await expect.poll(() => grid.patches.length).toBe(10);
  await grid.expectStored(1, "Size", 10);
  await expect(grid.cell(1, "Size")).toHaveText("10.0");
});

test("a long text takes line breaks with Alt+Enter", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Notes");
  await grid.type("one");
  await grid.press("Alt+Enter");
  await grid.type("two");
  await grid.press("Alt+Enter");
  await grid.type("three");
  await grid.press("Enter");
  await grid.expectStored(1, "Notes", "one\ntwo\nthree");
});

test(
  "an option is chosen from the list by arrow keys and by mouse, and cleared",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(1) });
    await grid.select(1, "Stage");
    await grid.press("Enter", "ArrowDown", "ArrowDown", "Enter");
    await grid.expectStored(1, "Stage", "In progress");
    await grid.cell(1, "Stage").dblclick();
    const list = grid.page.getByRole("listbox", { name: "Stage" });
    await expect(list.getByRole("option")).toHaveText(["Open", "In progress", "Shut", "Clear"]);
    await list.getByRole("option", { name: "Shut" }).click();
    await expect(grid.cell(1, "Stage")).toHaveText("Shut");
    await grid.expectFocus(1, "Stage");
    await grid.press("F2");
    await list.getByRole("option", { name: "Clear" }).click();
    await grid.expectStored(1, "Stage", null);
    expect(grid.patches).toHaveLength(3);
  },
);

test("a date is chosen in the calendar by mouse and by keyboard", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Due: "2026-01-15" }] });
  await grid.cell(1, "Due").dblclick();
  await grid.page.getByRole("button", { name: /January 20th, 2026/ }).click();
  await grid.expectStored(1, "Due", "2026-01-20");
  await grid.expectFocus(1, "Due");
  await grid.press("Enter", "ArrowDown", "ArrowDown", "Enter");
  await grid.expectStored(1, "Due", "2026-01-27");
  await grid.expectFocus(1, "Due");
});

test("a click elsewhere commits, including outside the grid", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(1, "Name");
  await grid.type("Ada");
  await grid.cell(3, "Size").click();
  await grid.expectFocus(3, "Size");
  await grid.expectStored(1, "Name", "Ada");
  await grid.select(2, "Name");
  await grid.type("Grace");
  await grid.page.getByText("3 records", { exact: true }).click();
  await grid.expectStored(2, "Name", "Grace");
});

test("pending input is saved when the grid unmounts", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.type("Half a thought");
  await grid.page.setViewportSize({ width: 400, height: 700 });
  await expect(grid.cards).toBeVisible();
  await grid.expectStored(1, "Name", "Half a thought");
});

test("invalid text is not sent; the cell shows it with the reason and restores it when edited", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: [{ Name: "One", Size: 5 }] });
  const cell = grid.cell(1, "Size");
  await grid.select(1, "Size");
  await grid.type("a lot");
  await grid.press("Enter");
  await expect(cell).toHaveText("a lot");
  await expect(cell).toHaveAttribute("aria-invalid", "true");
  await expect(cell).toHaveAccessibleDescription(/Size takes a number.*"a lot"/);
  expect(grid.patches).toEqual([]);
  await grid.press("F2");
  await expect(grid.editor(1, "Size")).toHaveValue("a lot");
  await grid.press("Control+A");
  await grid.type("7");
  await grid.press("Enter");
  await expect(cell).toHaveText("7.0");
  await expect(cell).not.toHaveAttribute("aria-invalid");
  await grid.expectStored(1, "Size", 7);
});

test("Esc in the editor, and Delete, discard invalid text that was kept", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Size: 5 }, { Name: "Two" }] });
  for (const [row, stored] of [
    [1, "5.0"],
    [2, ""],
  ] as const) {
    const cell = grid.cell(row, "Size");
    await grid.select(row, "Size");
    await grid.type("abc");
    await grid.press("Escape");
    await expect(cell).toHaveText(stored);
    await expect(cell).not.toHaveAttribute("aria-invalid");
    await grid.type("abc");
    await grid.cell(row, "Name").click();
    await expect(cell).toHaveAttribute("aria-invalid", "true");
    await expect(cell).toHaveText("abc");
    await grid.select(row, "Size");
    await grid.press("F2", "Escape");
    await expect(cell).toHaveText(stored);
    await expect(cell).not.toHaveAttribute("aria-invalid");
    await grid.type("abc");
    await grid.press("Enter", "ArrowUp");
    await expect(cell).toHaveText("abc");
    await grid.select(row, "Size");
    await grid.press("Delete");
    await expect(cell).toHaveText(stored);
    await expect(cell).not.toHaveAttribute("aria-invalid");
  }
  // The panel of a record does the same.
  await grid.select(1, "Size");
  await grid.press("Space");
  const panel = grid.record("One");
  const button = panel.getByRole("button", { name: "Edit Size" });
  await button.click();
  await grid.press("Control+A");
  await grid.type("abc");
  await grid.press("Enter");
  await expect(button).toHaveAttribute("aria-invalid", "true");
  await expect(panel.getByText("abc", { exact: true })).toBeVisible();
  for (const keys of [["Enter", "Escape"], ["Delete"]]) {
    await button.focus();
    await grid.press(...keys);
    await expect(button).not.toHaveAttribute("aria-invalid");
    await expect(panel.getByText("5.0")).toBeVisible();
    await grid.type("abc");
    await grid.press("Enter");
    await expect(button).toHaveAttribute("aria-invalid", "true");
  }
  expect(grid.patches).toEqual([]);
});

test("a rejected edit keeps its text and the reason until the next edit", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const cell = grid.cell(1, "Name");
  // A value that the field type accepts and the server rejects: text with an unpaired surrogate.
  await grid.select(1, "Name");
  await grid.type("Ada");
  await grid.page.evaluate(() => {
    const input = document.activeElement as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "Ada \ud83e");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await grid.press("Enter");
  await expect(cell).toHaveAttribute("aria-invalid", "true");
  await expect(cell).toHaveText(/^Ada /);
  await expect(cell).toHaveAccessibleDescription(/surrogate/i);
  await expect(grid.page.getByText("Not saved").first()).toBeVisible();
  expect(grid.patches).toHaveLength(1);
  await grid.expectStored(1, "Name", "Project 1");
  await grid.type("Grace");
  await grid.press("Enter");
  await expect(cell).not.toHaveAttribute("aria-invalid");
  await grid.expectStored(1, "Name", "Grace");
});

test("a composition starts an edit and survives it", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Name");
  const devtools = await grid.page.context().newCDPSession(grid.page);
  for (const text of ["に", "にほ", "にほん"]) {
    await devtools.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await devtools.send("Input.insertText", { text: "日本" });
  await expect(grid.editor(1, "Name")).toHaveValue("日本");
  await grid.type("go");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "日本go");
  await expect(grid.cell(1, "Name")).toHaveText("日本go");
});

test("Enter that ends a composition keeps the editor open, also with Safari's events", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  for (const fieldName of ["Name", "Notes", "Stage"]) {
    await grid.select(1, fieldName);
    await grid.press("F2");
    const editor = grid.editor(1, fieldName);
    await editor.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
    await expect(editor).toBeFocused();
    await grid.press("Escape");
  }
});
