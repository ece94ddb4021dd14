import type { Locator, Page, Request } from "@playwright/test";
import type { Base } from "../lib/contract/bases";
import type { RecordPage } from "../lib/contract/lists";
import type { Table } from "../lib/contract/tables";
import { ApiClient } from "./api-client";
import { expect, test as server } from "./fixtures";

export { expect };

/** A table's grid as a person, or a reader, meets it: everything is found by its role. Rows count from 1. */
export class GridPage {
  /** The bodies of the PATCH requests that the page has issued so far. */
  readonly patches: unknown[] = [];

  constructor(
    readonly page: Page,
    readonly api: ApiClient,
    readonly base: Base,
    readonly table: Table,
  ) {
    page.on("request", (request: Request) => {
      if (request.method() === "PATCH") this.patches.push(request.postDataJSON());
    });
  }

  get grid(): Locator {
    return this.page.getByRole("grid", { name: this.table.name, exact: true });
  }

  row(row: number): Locator {
    return this.grid.locator(`[role=row][aria-rowindex="${row + 1}"]`);
  }

  cell(row: number, fieldName: string): Locator {
    return this.row(row).locator(`[role=gridcell][aria-colindex="${this.columnIndexOf(fieldName)}"]`);
  }

  /** The editor that is open in a cell: it has the field's name. */
  editor(row: number, fieldName: string): Locator {
    return this.cell(row, fieldName).locator("input, textarea").and(this.page.getByLabel(fieldName));
  }

  /** As a file of its columns says it: the first is the row's number. */
  columnIndexOf(fieldName: string): number {
    return this.table.fields.findIndex(({ name }) => name === fieldName) + 2;
  }

  fieldId(fieldName: string): string {
    const field = this.table.fields.find(({ name }) => name === fieldName);
    if (!field) throw new Error(`the table has no field ${fieldName}`);
    return field.id;
  }

  async open(): Promise<void> {
    await this.page.goto(new URL(this.table.url).pathname);
    await expect(this.grid).toBeVisible();
  }

  async select(row: number, fieldName: string): Promise<void> {
    await this.cell(row, fieldName).click();
    await this.expectFocus(row, fieldName);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async expectFocus(row: number, fieldName: string): Promise<void> {
    await expect(this.cell(row, fieldName)).toBeFocused();
    await expect(this.cell(row, fieldName)).toHaveAttribute("aria-selected", "true");
    await expect(this.grid.locator("[aria-selected=true]")).toHaveCount(1);
  }

  /** The values of a record as the API answers them. */
  async stored(row: number): Promise<Record<string, unknown>> {
    const path = `/bases/${this.base.id}/tables/${this.table.id}/records/list`;
    const { body } = await this.api.post<RecordPage>(path, { limit: 1, offset: row - 1, total: false });
    return body.records[0]?.fields ?? {};
  }

  async expectStored(row: number, fieldName: string, value: unknown): Promise<void> {
    await expect.poll(async () => (await this.stored(row))[fieldName]).toEqual(value);
  }
}

/** `gridOf` makes a table in a database of its own, signs in, and opens the table's address. */
export const test = server.extend<{ gridOf: (source: GridSource) => Promise<GridPage> }>({
  // Wide enough for all of `everyField`.
  viewport: { width: 1700, height: 720 },
  gridOf: async ({ page, baseURL, apiKey }, use) => {
    const errors = errorsOf(page);
    const api = new ApiClient(baseURL as string, apiKey);
    await use(async ({ others = {}, ...source }) => {
      const { body: base } = await api.post<Base>("/bases", { name: "Test" });
      for (const [name, other] of Object.entries(others)) await makeTable(api, base, { name, ...other });
      const table = await makeTable(api, base, { name: "Projects", ...source });
      await signIn(page, apiKey);
      const grid = new GridPage(page, api, base, table);
      await grid.open();
      return grid;
    });
    expect(errors).toEqual([]);
  },
});

interface GridSource extends TableSource {
  /** Tables of the same database by their names, made before: a link field may lead to one. */
  others?: { [name: string]: TableSource };
}

interface TableSource {
  fields?: { type: string; name: string; template?: object }[];
  records?: Record<string, unknown>[];
}

async function makeTable(
  api: ApiClient,
  base: Base,
  { name, fields = everyField, records = [] }: TableSource & { name: string },
): Promise<Table> {
  const { status, body: table } = await api.post<Table>(`/bases/${base.id}/tables`, { name, fields });
  expect(status).toBe(201);
  for (let from = 0; from < records.length; from += 2_000) {
    const path = `/bases/${base.id}/tables/${table.id}/records/bulk`;
    const answer = await api.post(path, { records: records.slice(from, from + 2_000) });
    expect(answer.status).toBe(200);
  }
  return table;
}

/** What the page reports to the console. That a request failed is for a test to expect, or not to. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    const isOurs = !message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && isOurs) errors.push(message.text());
  });
  return errors;
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.goto("/login");
  await page.evaluate(
    async (body) => {
      const headers = { "Content-Type": "application/json" };
      await fetch("/api/v1/session", { method: "POST", headers, body: JSON.stringify(body) });
    },
    { key },
  );
}

export const everyField = [
  { type: "single_line_text", name: "Name" },
  { type: "long_text", name: "Notes" },
  { type: "email", name: "Email" },
  { type: "url", name: "Site" },
  { type: "number", name: "Size" },
  { type: "currency", name: "Budget" },
  { type: "checkbox", name: "Done" },
  {
    type: "single_select",
    name: "Stage",
    template: { options: [{ label: "Open" }, { label: "In progress" }, { label: "Shut" }] },
  },
  { type: "date", name: "Due", template: { dateFormat: "iso" } },
];

/** So many records with a name each, and nothing else. */
export function named(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({ Name: `Project ${index + 1}` }));
}
