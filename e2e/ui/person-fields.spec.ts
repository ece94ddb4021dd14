/** Cells that hold people of the database. */
import { violations } from "../axe";
import { expect, type GridPage, test } from "../grid-page";
import { type Account, accept, invite, newAccount } from "../people";
import { choose, openPanel, takeFromMenu } from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "person", name: "Who" },
  { type: "person", name: "Lead", template: { allowMultiple: false } },
];
const records = [{ Name: "One" }, { Name: "Two" }, { Name: "Three" }];

/** The path of the table. */
function placeOf({ base, table }: GridPage): string {
  return `/bases/${base.id}/tables/${table.id}`;
}

/** Two members of the grid's database. */
async function members({ api, base }: GridPage): Promise<[Account, Account]> {
  const join = async (name: string) => {
    const invitation = await invite(api, { databases: [{ databaseId: base.id, role: "editor" }] });
    return accept(api, invitation, { ...newAccount(), name });
  };
  return [await join("Ada Lovelace"), await join("Alan Turing")];
}

const cellOf = ({ person: { id, name } }: Account) => ({ id, name });

test("people are chosen by keys, by names and with the mouse, and undone", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const [ada, alan] = await members(grid);
  await grid.page.reload();
  await grid.expectLive();
  await grid.select(1, "Who");
  await grid.press("Enter");
  const editor = grid.editor(1, "Who");
  await expect(grid.page.getByRole("option")).toContainText(["Ada Lovelace", "Alan Turing"]);
  await editor.press("ArrowDown");
  await grid.page.keyboard.type("alan");
  await grid.press("Enter");
  await grid.expectStored(1, "Who", [cellOf(alan)]);
  await expect(grid.cell(1, "Who")).toHaveText("ATAlan Turing");

  await grid.select(2, "Who");
  await grid.type("lovel");
  await grid.press("Tab");
  await grid.expectStored(2, "Who", [cellOf(ada)]);
  await grid.expectFocus(2, "Lead");
  await grid.type("ada");
  await grid.press("Enter");
  await grid.expectStored(2, "Lead", [cellOf(ada)]);

  await grid.select(1, "Who");
  await grid.press("F2");
  await grid.page.getByRole("option", { name: "Ada Lovelace" }).click();
  await grid.press("Escape", "F2");
  await grid.page.getByRole("option", { name: "Ada Lovelace" }).click();
  await grid.page.keyboard.press("Tab");
  await grid.expectStored(1, "Who", [cellOf(alan), cellOf(ada)]);
  await grid.press("Control+z");
  await grid.expectStored(1, "Who", [cellOf(alan)]);

  await grid.select(3, "Lead");
  await grid.type("nobody");
  await grid.press("Enter");
  await expect(grid.cell(3, "Lead")).toHaveAccessibleDescription(
    /Lead takes people with a role in this database; “nobody” is not one of them/,
  );
});

test("names are copied and pasted, within the grid and from elsewhere", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await grid.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const [ada, alan] = await members(grid);
  await grid.page.reload();
  await grid.expectLive();
  await grid.select(1, "Who");
  await grid.paste({ text: "Ada Lovelace, Alan Turing" });
  await grid.expectStored(1, "Who", [cellOf(ada), cellOf(alan)]);
  await grid.press("Control+c");
  expect((await grid.clipboard()).text).toBe("Ada Lovelace, Alan Turing");
  await grid.select(3, "Who");
  await grid.press("Control+v");
  await grid.expectStored(3, "Who", [cellOf(ada), cellOf(alan)]);
});

test("records are filtered by oneself and by a person", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const [ada] = await members(grid);
  const { body } = await grid.api.post(`${placeOf(grid)}/records/list`, {});
  await grid.api.patch(`${placeOf(grid)}/records/${body.records[1].id}`, {
    record: { Who: [ada.person.id] },
  });
  await grid.page.reload();
  await grid.expectLive();
  const panel = await openPanel(grid, "Filter");
  await panel.getByRole("button", { name: "Add condition" }).click();
  await choose(panel.getByLabel("Field", { exact: true }), "Who");
  await choose(panel.getByLabel("Operator"), "has");
  await choose(panel.getByLabel("Value"), "Ada Lovelace");
  await expect(grid.page.getByText("1 record", { exact: true })).toBeVisible();
  expect(await violations(grid.page)).toEqual([]);
  await choose(panel.getByLabel("Operator"), "has me");
  await expect(
    grid.page.getByText("0 records", { exact: true }).or(grid.page.getByText("No records")),
  ).toBeVisible();
});

test("a field of people is made and set to one person", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await takeFromMenu(grid, "Who", "Change type and options");
  const dialog = grid.page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Allow several people" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const { body } = await grid.api.get(placeOf(grid));
  expect(body.fields[1].template).toEqual({ allowMultiple: false });
});
