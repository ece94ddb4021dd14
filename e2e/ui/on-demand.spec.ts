/** Parts of the table's page whose scripts are loaded after its first rows. */
import type { Page, Route } from "playwright/test";
import { expect, named, test } from "../grid-page";

test("a panel opened before its script has come focuses its first control when it has", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page);
  await grid.page.reload();
  await grid.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Sort" }).press("Enter");
  await expect(grid.page.getByRole("dialog", { name: "Sort" })).toBeFocused();
  release();
  await expect(grid.page.getByRole("button", { name: "Add sort" })).toBeFocused();
});

test("a part whose script cannot be loaded says so, and the page stays", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await holdLaterScripts(grid.page, (route) => route.abort());
  await grid.page.reload();
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await expect(grid.page.getByText("This part of the page could not be loaded")).toBeVisible();
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
});

/** Holds each script that the page's HTML does not name until the returned function is called, or does `instead` at once. */
async function holdLaterScripts(page: Page, instead?: (route: Route) => Promise<void>): Promise<() => void> {
  const html = await (await page.request.get(page.url())).text();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const isFirst = html.includes(new URL(route.request().url()).pathname.replace("/_next/", ""));
    if (isFirst) return route.continue();
    if (instead) return instead(route);
    await isReleased;
    await route.continue();
  });
  return release;
}
