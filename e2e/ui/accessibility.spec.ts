/** Runs axe on every page, in both themes, on desktop and phone. */
import type { Locator } from "playwright/test";
import { violations } from "../axe";
import { expect, type GridPage, test } from "../grid-page";
import { openPanel } from "../toolbar-page";

interface Scene {
  readonly title: string;
  /** True if a phone shows it differently, not only narrower. */
  readonly isOtherOnAPhone?: boolean;
  /** Opens it from the table. */
  go(grid: GridPage): Promise<unknown>;
}

const dialogs = (grid: GridPage) => grid.page.getByRole("dialog");
const visit = (path: (grid: GridPage) => string, heading: string) => async (grid: GridPage) => {
  await grid.page.goto(path(grid));
  await expect(grid.page.getByRole("heading", { name: heading }).first()).toBeVisible();
};
const panel = (name: string) => async (grid: GridPage) => {
  await openPanel(grid, name);
};

const pages: readonly Scene[] = [
  { title: "the databases", isOtherOnAPhone: true, go: visit(() => "/", "Databases") },
  { title: "the keys", go: visit(() => "/settings/keys", "API keys") },
  { title: "the trash", go: visit(() => "/trash", "Trash") },
  { title: "the trash of a database", go: visit(({ base }) => `/database/${base.id}/trash`, "Trash") },
  { title: "the reference", isOtherOnAPhone: true, go: visit(() => "/docs", "Databases") },
  { title: "a page that is not there", go: visit(() => "/no/such/page", "Page not found") },
  {
    title: "the form of a new table",
    go: ({ page }) => page.getByRole("button", { name: "New table" }).click(),
  },
  {
    title: "a record",
    isOtherOnAPhone: true,
    async go(grid) {
      await grid.page.goto(`${new URL(grid.table.url).pathname}?record=${await firstRecord(grid)}`);
      await expect(grid.page.getByRole("complementary")).toBeVisible();
    },
  },
  {
    // Last, as it signs out.
    title: "signing in",
    async go({ page }) {
      await page.context().clearCookies();
      await page.goto("/login");
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    },
  },
];

const inTheGrid: readonly Scene[] = [
  { title: "the grid", go: async () => {} },
  {
    title: "a range of cells",
    async go(grid) {
      await grid.select(1, "Name");
      await grid.press("Shift+ArrowDown", "Shift+ArrowRight");
    },
  },
  {
    title: "an editor",
    async go(grid) {
      await grid.select(1, "Stage");
      await grid.press("Enter");
    },
  },
  {
    title: "a value that was refused",
    async go(grid) {
      await grid.select(1, "Size");
      await grid.type("a lot");
      await grid.press("Enter");
    },
  },
  {
    title: "the menu of a field",
    go: (grid) => grid.page.getByRole("button", { name: "Options for Size" }).click(),
  },
  {
    title: "the formats of an export",
    async go({ page, table }) {
      await page.getByRole("button", { name: `Options for ${table.name}` }).click();
      await page.getByRole("menuitem", { name: "Export" }).click();
      await expect(page.getByRole("menuitem", { name: "CSV" })).toBeVisible();
    },
  },
  { title: "the menu of a cell", go: (grid) => grid.cell(1, "Name").click({ button: "right" }) },
  ...["Filter", "Sort", "Group", "Fields"].map((name) => ({ title: `the panel ${name}`, go: panel(name) })),
  {
    title: "groups, one of them collapsed",
    async go(grid) {
      const { api, base, table } = grid;
      const view = `/bases/${base.id}/tables/${table.id}/views/${table.views[0]?.id}`;
      const groups = ["Stage", "Done"].map((name) => ({ fieldId: grid.fieldId(name), direction: "asc" }));
      await api.patch(view, { config: { groups } });
      await grid.page.reload();
      // The record may load before its group is counted.
      await grid.page.getByRole("row", { name: /^Stage: Open/ }).click();
      await grid.select(2, "Name");
      await grid.press("ArrowUp");
      await expect(grid.page.getByRole("row", { name: /Checked/ })).toBeFocused();
      await api.patch(view, { config: { groups: [] } });
    },
  },
  {
    title: "the commands",
    async go(grid) {
      await grid.page.getByRole("button", { name: "Commands" }).click();
      await expect(dialogs(grid)).toBeVisible();
    },
  },
  {
    title: "the keys",
    async go(grid) {
      await grid.page.getByRole("button", { name: "Shortcuts", exact: true }).click();
      await expect(dialogs(grid)).toBeVisible();
    },
  },
];

const records = [
  {
    Name: "Ada",
    Notes: "first",
    Email: "ada@example.com",
    Site: "https://example.com/",
    Size: 3,
    Stage: "Open",
  },
  { Name: "Bob", Size: -1.5, Budget: 12, Done: true, Stage: "Shut", Due: "2026-02-28" },
  {},
];

const devices = {
  "on a desk": { viewport: { width: 1700, height: 720 }, scenes: [...inTheGrid, ...pages] },
  "on a phone": {
    viewport: { width: 375, height: 720 },
    scenes: [
      { title: "the cards", go: async () => {} },
      ...pages.filter(({ isOtherOnAPhone }) => isOtherOnAPhone),
    ],
  },
};

for (const [device, { viewport, scenes }] of Object.entries(devices)) {
  test.describe(device, () => {
    test.use({ viewport });

    for (const [index, some] of inParts(scenes, 6).entries()) {
      test(`axe reports no violations, part ${index + 1}`, async ({ gridOf }) => {
        // Checks several pages and popups one after the other.
        test.setTimeout(300_000);
        const grid = await gridOf({ records });
        for (const { title, go } of some) {
          await test.step(title, async () => {
            await grid.page.goto(new URL(grid.table.url).pathname);
            await go(grid);
            expect(await violations(grid.page)).toEqual([]);
          });
        }
      });
    }
  });
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}

async function firstRecord({ api, base, table }: GridPage): Promise<string> {
  const { body } = await api.post(`/bases/${base.id}/tables/${table.id}/records/list`, { limit: 1 });
  return body.records[0].id;
}

test("forced colours outline active, selected and highlighted elements", async ({ gridOf }) => {
  const grid = await gridOf({ records });
  await grid.page.emulateMedia({ forcedColors: "active" });
  const outline = (of: Locator) =>
    of.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return `${outlineStyle} ${outlineWidth}`;
    });
  await grid.select(1, "Name");
  await grid.press("Shift+ArrowDown");
  expect(await outline(grid.cell(1, "Name"))).toBe("solid 4px");
  expect(await outline(grid.cell(2, "Name"))).toBe("solid 2px");
  expect(await outline(grid.cell(3, "Name"))).not.toContain("solid");
  await grid.cell(1, "Name").click({ button: "right" });
  await grid.press("ArrowDown");
  const item = grid.page.locator("[role=menuitem][data-highlighted]");
  expect(await outline(item)).toBe("solid 4px");
});
