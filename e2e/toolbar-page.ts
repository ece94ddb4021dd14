import type { Locator, Page } from "playwright/test";
import type { Field } from "../lib/contract/fields";
import type { RecordPage } from "../lib/contract/lists";
import type { Table } from "../lib/contract/tables";
import type { View, ViewConfig } from "../lib/contract/views";
import { expect, type GridPage } from "./grid-page";

/** Opens a panel of the toolbar. */
export async function openPanel(grid: GridPage, name: string): Promise<Locator> {
  await grid.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name }).click();
  return panel(grid, name);
}

export function panel({ page }: GridPage, name: string): Locator {
  return page.getByRole("dialog", { name, exact: true });
}

/** Waits for the announcement of a keyboard drag, until the next key is handled. */
export async function expectPlace(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words)).toBeAttached();
  // dnd-kit adds its key listener in a later task than the announcement.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Chooses an option of a select. */
export async function choose(select: Locator, choice: string | RegExp): Promise<void> {
  const page = select.page();
  await select.click();
  await page.getByRole("option", { name: choice, exact: typeof choice === "string" }).click();
  // During the closing transition, a click elsewhere would only close the popup.
  await expect(page.getByRole("option")).toHaveCount(0);
}

/** Chooses an item of a column's menu. */
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

/** Expects these columns in order, without that of the row numbers. */
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

/** Expects the displayed values of a column, from the first row on. */
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

/** The stored table. */
export async function storedTable({ api, base, table }: GridPage, tableId = table.id): Promise<Table> {
  const { status, body } = await api.get<Table>(`/bases/${base.id}/tables/${tableId}`);
  expect(status).toBe(200);
  return body;
}

export async function storedField(grid: GridPage, name: string): Promise<Field | undefined> {
  return (await storedTable(grid)).fields.find((field) => field.name === name);
}

/** The stored view of this name, or the first one. */
export async function storedView(grid: GridPage, name?: string): Promise<View> {
  const { views } = await storedTable(grid);
  const view = name === undefined ? views[0] : views.find((each) => each.name === name);
  if (!view) throw new Error(`The table has no view ${name}`);
  return view;
}

/** Waits until the first view's stored config matches. */
export async function expectConfig(grid: GridPage, config: Partial<ViewConfig>): Promise<void> {
  await expect.poll(async () => (await storedView(grid)).config).toMatchObject(config);
}

/** The field names in the stored order of the first view. */
export async function storedOrder(grid: GridPage): Promise<(string | undefined)[]> {
  const { fields, views } = await storedTable(grid);
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  return (views[0]?.config.orderedFieldIds ?? []).map((id) => names.get(id));
}

/** The stored values of all records by field name, in order of creation. */
export async function storedRecords(
  { api, base, table }: GridPage,
  tableId = table.id,
): Promise<Record<string, unknown>[]> {
  const path = `/bases/${base.id}/tables/${tableId}/records/list`;
  const { body } = await api.post<RecordPage>(path, { limit: 2_000 });
  return body.records.map(({ fields }) => fields);
}
