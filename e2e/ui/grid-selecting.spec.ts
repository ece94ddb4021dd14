import { expect, named, test } from "../grid-page";
import { main } from "../rounds";

test("Shift with a movement extends the selection and keeps the active cell", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(60) });
  await grid.select(2, "Notes");
  await grid.press("Shift+ArrowDown", "Shift+ArrowRight");
  await grid.expectSelected("2 Notes", "2 Email", "3 Notes", "3 Email");
  await expect(grid.cell(2, "Notes")).toBeFocused();
  await grid.press("Shift+ArrowUp", "Shift+ArrowUp");
  await grid.expectSelected("1 Notes", "1 Email", "2 Notes", "2 Email");
  await grid.press("ArrowDown");
  await grid.expectFocus(3, "Notes");
  await grid.press("Control+Shift+ArrowDown");
  await expect(grid.cell(60, "Notes")).toBeInViewport({ ratio: 0.5 });
  await expect(grid.cell(60, "Notes")).toHaveAttribute("aria-selected", "true");
  await expect(grid.page.getByText("58 cells selected")).toBeVisible();
  await grid.press("Home", "Shift+End");
  await grid.expectSelected(...grid.table.fields.map(({ name }) => `3 ${name}`));
});

test(
  "everything, whole rows and whole columns are selected by keyboard, including rows not loaded",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(450) });
    await expect(grid.grid).toHaveAttribute("aria-multiselectable", "true");
    await grid.select(2, "Email");
    await grid.press("Shift+Space");
    await grid.expectSelected(...grid.table.fields.map(({ name }) => `2 ${name}`));
    await grid.press("Shift+ArrowDown");
    await expect(grid.page.getByText("18 cells selected")).toBeVisible();
    await grid.press("ArrowUp", "Control+Space");
    await expect(grid.page.getByText("450 cells selected")).toBeVisible();
    await grid.press("Control+a");
    await expect(grid.page.getByText("All 450 records selected")).toBeVisible();
    await expect(grid.cell(1, "Email")).toBeFocused();
    await grid.press("ArrowDown");
    await grid.expectFocus(2, "Email");
  },
);

test("dragging selects a range, Shift+click extends it, Mod+click adds another", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(10) });
  await grid.drag(grid.cell(2, "Name"), grid.cell(4, "Notes"));
  await grid.expectSelected("2 Name", "2 Notes", "3 Name", "3 Notes", "4 Name", "4 Notes");
  await expect(grid.cell(2, "Name")).toBeFocused();
  await grid.cell(3, "Name").click({ modifiers: ["Shift"] });
  await grid.expectSelected("2 Name", "3 Name");
  await grid.cell(6, "Size").click({ modifiers: ["Control"] });
  await grid.expectSelected("2 Name", "3 Name", "6 Size");
  await expect(grid.cell(6, "Size")).toBeFocused();
  await grid.press("Shift+ArrowDown");
  await grid.expectSelected("2 Name", "3 Name", "6 Size", "7 Size");
  await grid.cell(1, "Due").click();
  await grid.expectSelected("1 Due");
});

test("clicks on row numbers, headers and the corner select rows, columns and everything", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(5) });
  const number = (row: number) => grid.row(row).getByRole("rowheader");
  const heading = (name: string) => grid.grid.getByRole("columnheader", { name, exact: true });
  const all = grid.table.fields.map(({ name }) => name);
  await number(2).click();
  await grid.expectSelected(...all.map((name) => `2 ${name}`));
  await number(3).click({ modifiers: ["Shift"] });
  await grid.expectSelected(...[2, 3].flatMap((row) => all.map((name) => `${row} ${name}`)));
  await grid.drag(number(4), number(5));
  await grid.expectSelected(...[4, 5].flatMap((row) => all.map((name) => `${row} ${name}`)));
  await heading("Email").click();
  await grid.expectSelected("1 Email", "2 Email", "3 Email", "4 Email", "5 Email");
  await heading("Notes").click({ modifiers: ["Shift"] });
  await expect(grid.page.getByText("10 cells selected")).toBeVisible();
  await heading("Due").click({ modifiers: ["Control"] });
  await expect(grid.page.getByText("15 cells selected")).toBeVisible();
  await heading("Row number").click();
  await expect(grid.page.getByText("All 5 records selected")).toBeVisible();
});

test("dragging past the edge scrolls to the last row", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(60) });
  await grid.cell(3, "Name").hover();
  await grid.page.mouse.down();
  const box = (await grid.page.getByText("60 records", { exact: true }).boundingBox()) ?? { x: 0, y: 0 };
  await grid.page.mouse.move(box.x + 300, box.y + 20);
  await expect(grid.cell(60, "Notes")).toHaveAttribute("aria-selected", "true");
  await grid.page.mouse.up();
  await expect(grid.page.getByText("116 cells selected")).toBeVisible();
  await grid.press("Control+Backspace");
  await expect(grid.cell(3, "Name")).toBeInViewport({ ratio: 1 });
  await expect(grid.cell(3, "Name")).toBeFocused();
});

test("a right click keeps the selection it is in and moves it otherwise", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5) });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Notes"));
  await grid.cell(2, "Notes").click({ button: "right" });
  await expect(grid.page.getByRole("menu", { name: "Cell" })).toBeVisible();
  await grid.press("Escape");
  await grid.expectSelected("1 Name", "1 Notes", "2 Name", "2 Notes");
  await grid.cell(4, "Size").click({ button: "right" });
  await grid.press("Escape");
  await grid.expectFocus(4, "Size");
});

test("the footer summarizes the selection, including rows not loaded", main, async ({ gridOf }) => {
  const records = Array.from({ length: 450 }, (_, index) => ({
    Name: `Project ${index % 3}`,
    ...(index % 9 !== 0 && { Size: index }),
  }));
  const grid = await gridOf({ records });
  const summary = grid.page.getByRole("region", { name: "Selection" });
  await grid.select(2, "Size");
  await expect(summary).toHaveCount(0);
  await grid.press("Shift+ArrowDown", "Shift+ArrowDown");
  await expect(summary.locator("ul")).toHaveText(
    "Count3Filled3Empty0Unique3Sum6.0Average2.0Median2.0Min1.0Max3.0",
  );
  await grid.press("Control+Space");
  const sum = records.reduce((total, { Size = 0 }) => total + Size, 0);
  await expect(summary).toContainText("Count450Filled400Empty50Unique400");
  await expect(summary).toContainText(`Sum${sum.toLocaleString("en")}.0`);
  await grid.select(1, "Name");
  await grid.press("Shift+ArrowRight");
  await expect(summary.locator("ul")).toHaveText("Count2Filled1Empty1");
  await grid.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await summary.getByRole("button", { name: "Filled 1" }).click();
  await expect(grid.page.getByText("Filled copied: 1")).toBeVisible();
  expect(await grid.page.evaluate(() => navigator.clipboard.readText())).toBe("1");
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.select(2, "Name");
  await grid.press("Control+Shift+ArrowDown");
  await expect(summary).toContainText("Count449Filled449Empty0Unique3");
});

test("editing the active cell keeps the selected range", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(1, "Name");
  await grid.press("Shift+ArrowDown");
  await grid.type("x");
  await expect(grid.editor(1, "Name")).toHaveValue("x");
  await grid.press("Escape");
  await grid.expectSelected("1 Name", "2 Name");
  await grid.type("y");
  await grid.press("Enter");
  await expect(grid.cell(2, "Name")).toBeFocused();
  await grid.expectSelected("1 Name", "2 Name");
  await grid.expectColumn("Name", ["y", "Project 2"]);
});

test("selecting a cell does not move its content", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Stage: "Open" }] });
  for (const [field, text] of [
    ["Name", "One"],
    ["Stage", "Open"],
  ] as const) {
    const shown = grid.cell(1, field).getByText(text);
    const before = await shown.boundingBox();
    await grid.select(1, field);
    expect(await shown.boundingBox()).toEqual(before);
  }
});
