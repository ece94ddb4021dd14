import type { Locator, Page } from "playwright/test";
import type { Field } from "../lib/contract/fields";
import type { RecordPage } from "../lib/contract/lists";
import type { Table } from "../lib/contract/tables";
import type { View, ViewConfig } from "../lib/contract/views";
import { expect, type GridPage } from "./grid-page";

/** Opens one of the toolbar's panels by its button; gives the panel. */
export async function openPanel(grid: GridPage, name: string): Promise<Locator> {
  await grid.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name }).click();
  return panel(grid, name);
}

export function panel({ page }: GridPage, name: string): Locator {
  return page.getByRole("dialog", { name, exact: true });
}

/** Waits until something that is moved by keys has come to a place, and takes the next key. */
export async function expectPlace(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words)).toBeAttached();
  // It is said as soon as the thing is picked up, and the keys are listened for a turn later.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Picks one of the choices of a select. */
export async function choose(select: Locator, choice: string | RegExp): Promise<void> {
  const page = select.page();
  await select.click();
  await page.getByRole("option", { name: choice, exact: typeof choice === "string" }).click();
  // While they go, a click elsewhere is only one beside them.
  await expect(page.getByRole("option")).toHaveCount(0);
}

/** Opens the menu of a column by its button and takes an entry. */
export async function takeFromMenu(grid: GridPage, fieldName: string, entry: string): Promise<void> {
  await openMenu(grid, fieldName);
  await grid.page.getByRole("menuitem", { name: entry, exact: true }).click();
}

export async function openMenu(grid: GridPage, fieldName: string): Promise<void> {
  await header(grid, fieldName).hover();
  await header(grid, fieldName).getByRole("button").click();
}

export function header({ grid }: GridPage, fieldName: string): Locator {
  return grid.getByRole("columnheader", { name: fieldName, exact: true });
}

/** The names of the columns in their order, without the one of the rows' numbers. */
export async function expectColumns({ grid }: GridPage, names: string[]): Promise<void> {
  const columns = grid.getByRole("columnheader");
  await expect
    .poll(async () => {
      const all = await columns.evaluateAll((headers) =>
        headers.map(({ ariaColIndex, ariaLabel }) => [Number(ariaColIndex), ariaLabel] as const),
      );
      return all
        .toSorted(([one], [other]) => one - other)
        .slice(1)
        .map(([, name]) => name);
    })
    .toEqual(names);
}

/** What a column shows, from the first row on. */
export async function expectValues(grid: GridPage, fieldName: string, values: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const index = await header(grid, fieldName).getAttribute("aria-colindex");
      const cells = grid.grid.locator(`[role=gridcell][aria-colindex="${index}"]`);
      return cells.evaluateAll((all) =>
        all
          .map((cell) => [
            Number(cell.closest("[role=row]")?.getAttribute("aria-rowindex")),
            cell.textContent,
          ])
          .toSorted(([one], [other]) => Number(one) - Number(other))
          .map(([, text]) => text),
      );
    })
    .toEqual(values);
}

/** The table as the API answers it. */
export async function storedTable({ api, base, table }: GridPage, tableId = table.id): Promise<Table> {
  const { status, body } = await api.get<Table>(`/bases/${base.id}/tables/${tableId}`);
  expect(status).toBe(200);
  return body;
}

export async function storedField(grid: GridPage, name: string): Promise<Field | undefined> {
  return (await storedTable(grid)).fields.find((field) => field.name === name);
}

/** The table's view of a name, or else its first, as the API answers it. */
export async function storedView(grid: GridPage, name?: string): Promise<View> {
  const { views } = await storedTable(grid);
  const view = name === undefined ? views[0] : views.find((each) => each.name === name);
  if (!view) throw new Error(`the table has no view ${name}`);
  return view;
}

/** What the first view's config says by and by. */
export async function expectConfig(grid: GridPage, config: Partial<ViewConfig>): Promise<void> {
  await expect.poll(async () => (await storedView(grid)).config).toMatchObject(config);
}

/** The names of the table's fields in the order in which the first view shows them. */
export async function storedOrder(grid: GridPage): Promise<(string | undefined)[]> {
  const { fields, views } = await storedTable(grid);
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  return (views[0]?.config.orderedFieldIds ?? []).map((id) => names.get(id));
}

/** Every record's values by field name, in the order in which they were made. */
export async function storedRecords(
  { api, base, table }: GridPage,
  tableId = table.id,
): Promise<Record<string, unknown>[]> {
  const path = `/bases/${base.id}/tables/${tableId}/records/list`;
  const { body } = await api.post<RecordPage>(path, { limit: 2_000 });
  return body.records.map(({ fields }) => fields);
}
