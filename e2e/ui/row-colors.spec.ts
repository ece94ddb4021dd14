import type { Locator } from "playwright/test";
import { violations } from "../axe";
import { openBoard } from "../board-page";
import { openGallery } from "../gallery-page";
import { expect, type GridPage, test } from "../grid-page";
import { choose, panel, storedView, takeFromMenu } from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  {
    type: "single_select",
    name: "Stage",
    template: {
      options: [
        { label: "Open", color: "red" },
        { label: "Won", color: "green" },
      ],
    },
  },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
];
const records = [
  { Name: "Ada", Stage: "Open", Size: 3 },
  { Name: "Bob", Stage: "Won", Size: 20 },
  { Name: "Cleo", Size: 40 },
];

/** The colours of the rows in order; null for none. */
async function expectColors(grid: Pick<GridPage, "row">, colors: (string | null)[]): Promise<void> {
  for (const [index, color] of colors.entries()) {
    const bar = grid.row(index + 1).locator("[data-row-color]");
    if (color === null) await expect(bar).toHaveCount(0);
    else await expect(bar).toHaveAttribute("data-row-color", color);
  }
}

test("rows have the colours of a select, also while it is hidden and as it changes", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await expectColors(grid, [null, null, null]);
  await grid.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Colour" }).click();
  const form = panel(grid, "Colours");
  await choose(form.getByRole("combobox", { name: "Colour by" }), "Stage");
  await expectColors(grid, ["red", "green", null]);
  await expect
    .poll(async () => (await storedView(grid)).config)
    .toMatchObject({ rowColor: { fieldId: grid.fieldId("Stage") } });
  await page.keyboard.press("Escape");
  await grid.select(3, "Stage");
  await grid.type("Won");
  await grid.press("Enter");
  await expectColors(grid, ["red", "green", "green"]);
  await grid.select(1, "Name");
  expect(await violations(page)).toEqual([]);

  const views = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${grid.table.views[0]?.id}`;
  await grid.api.patch(views, { config: { hiddenFieldIds: [grid.fieldId("Stage")] } });
  await expect(grid.grid.getByRole("columnheader", { name: "Stage" })).toHaveCount(0);
  await expectColors(grid, ["red", "green", "green"]);
  await page.reload();
  await expectColors(grid, ["red", "green", "green"]);
});

test("the first rule that a record matches gives its row a colour", async ({ gridOf, browser }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await grid.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Colour" }).click();
  const form = panel(grid, "Colours");
  await choose(form.getByRole("combobox", { name: "Colour by" }), "Conditions");
  const rule = (number: number) => form.getByRole("group", { name: `Rule ${number}`, exact: true });
  await rule(1).getByRole("button", { name: "Add condition" }).click();
  await choose(rule(1).getByRole("combobox", { name: "Field" }), "Size");
  await choose(rule(1).getByRole("combobox", { name: "Operator" }), "is greater than");
  await rule(1).getByRole("textbox").fill("10");
  await choose(rule(1).getByRole("combobox", { name: "Colour" }), "Blue");
  await expectColors(grid, [null, "blue", "blue"]);
  await form.getByRole("button", { name: "Add rule" }).click();
  await rule(2).getByRole("button", { name: "Add condition" }).click();
  await choose(rule(2).getByRole("combobox", { name: "Field" }), "Name");
  await choose(rule(2).getByRole("combobox", { name: "Operator" }), "is not empty");
  await choose(rule(2).getByRole("combobox", { name: "Colour" }), "Yellow");
  await expectColors(grid, ["yellow", "blue", "blue"]);
  expect(await violations(page)).toEqual([]);
  await form.getByRole("button", { name: "Remove rule 1" }).click();
  await expectColors(grid, ["yellow", "yellow", "yellow"]);
  await expect
    .poll(async () => (await storedView(grid)).config)
    .toMatchObject({
      rowColor: [{ filter: { and: [{ field: grid.fieldId("Name"), is_not_empty: true }] }, color: "yellow" }],
    });

  const { body } = await grid.api.post<{ url: string }>(`/bases/${grid.base.id}/shares`, {
    viewId: grid.table.views[0]?.id,
  });
  const visitor = await browser.newPage();
  await visitor.goto(new URL(new URL(body.url).pathname, page.url()).href);
  await expect(visitor.locator("[data-row-color=yellow]")).toHaveCount(3);
  await expect(visitor.getByRole("button", { name: "Colour" })).toHaveCount(0);
  await visitor.close();
  await choose(form.getByRole("combobox", { name: "Colour by" }), "None");
  await expectColors(grid, [null, null, null]);
});

test("a rule colours the cells of a field, from its menu, over the colour of the row", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Size", "Colour cells…");
  const form = panel(grid, "Colours");
  const rule = (number: number) => form.getByRole("group", { name: `Rule ${number}`, exact: true });
  await expect(rule(1).getByRole("combobox", { name: "Fields", exact: true })).toHaveText("Size");
  await expect(rule(1).getByRole("combobox", { name: "Field", exact: true })).toHaveText("Size");
  await choose(rule(1).getByRole("combobox", { name: "Operator" }), "is greater than");
  await rule(1).getByRole("textbox").fill("10");
  const coloured = (row: number, name: string) => grid.cell(row, name);
  await expect(coloured(2, "Size")).toHaveAttribute("data-cell-color", "purple");
  await expect(coloured(1, "Size")).not.toHaveAttribute("data-cell-color");
  await expect(coloured(2, "Name")).not.toHaveAttribute("data-cell-color");
  await expectColors(grid, [null, null, null]);

  await form.getByRole("button", { name: "Add rule" }).click();
  await rule(2).getByRole("button", { name: "Add condition" }).click();
  await choose(rule(2).getByRole("combobox", { name: "Field", exact: true }), "Name");
  await choose(rule(2).getByRole("combobox", { name: "Operator" }), "is not empty");
  await expectColors(grid, ["orange", "orange", "orange"]);
  await expect(coloured(2, "Size")).toHaveAttribute("data-cell-color", "purple");
  expect(await violations(page)).toEqual([]);
  const condition = (name: string, part: object) => ({ and: [{ field: grid.fieldId(name), ...part }] });
  await expect
    .poll(async () => (await storedView(grid)).config)
    .toMatchObject({
      rowColor: [
        {
          filter: condition("Size", { greater_than: 10 }),
          color: "purple",
          fieldIds: [grid.fieldId("Size")],
        },
        { filter: condition("Name", { is_not_empty: true }), color: "orange" },
      ],
    });

  await choose(rule(2).getByRole("combobox", { name: "Apply to" }), "Colour single fields");
  await expectColors(grid, [null, null, null]);
  await rule(2).getByRole("combobox", { name: "Fields", exact: true }).click();
  await page.getByRole("option", { name: "Name", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(coloured(3, "Name")).toHaveAttribute("data-cell-color", "orange");
  await page.keyboard.press("Escape");
  await grid.select(1, "Name");
  await expect(form).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 700 });
  const card = page.getByRole("list", { name: grid.table.name }).getByRole("listitem").nth(1);
  await expect(card.locator("[data-cell-color=purple]")).toHaveText("20");
  await expect(card.locator("[data-cell-color=orange]")).toHaveText("Bob");
});

test("cards and the open record have the colour of their record", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const colorOf = (card: Locator) => card.locator("xpath=..").locator("[data-row-color]");
  const bySize = {
    filter: { field: grid.fieldId("Size"), greater_than: 10 },
    color: "blue" as const,
    fieldIds: [grid.fieldId("Size")],
  };
  const board = await openBoard(grid, {
    stackFieldId: grid.fieldId("Stage"),
    rowColor: { fieldId: grid.fieldId("Stage") },
  });
  await expect(colorOf(board.cards("Open"))).toHaveAttribute("data-row-color", "red");
  await expect(colorOf(board.cards("Empty"))).toHaveCount(0);
  await board.changeView({ rowColor: [bySize] });
  await expect(board.board.locator("[data-cell-color=blue]")).toHaveText(["40", "20"]);
  expect(await violations(page)).toEqual([]);

  const gallery = await openGallery(grid);
  await page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Colour" }).click();
  await choose(panel(grid, "Colours").getByRole("combobox", { name: "Colour by" }), "Stage");
  await expect(gallery.region.locator("[data-row-color]")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await gallery.region.getByRole("link", { name: "Bob" }).click();
  await expect(grid.record("Bob").locator("[data-row-color=green]")).toBeVisible();
  await grid.record("Bob").getByRole("button", { name: "Next record" }).click();
  await expect(grid.record("Cleo")).toBeVisible();
  await expect(grid.record("Cleo").locator("[data-row-color]")).toHaveCount(0);
});
