/** While the server is unreachable, the page stays, and no input is lost, however the page is left. */
import type { BrowserContext } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { Table } from "../../lib/contract/tables";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { GridPage, signIn } from "../grid-page";
import { accept, invite, keyOf } from "../people";
import { type Relay, startRelay } from "../relay";

interface World {
  readonly api: ApiClient;
  readonly relay: Relay;
  readonly context: BrowserContext;
  readonly base: Base;
  readonly recordIds: readonly string[];
  /** Opens the first table in another tab. */
  open(): Promise<GridPage>;
}

const test = server.extend<{ world: World }>({
  world: async ({ browser, baseURL, apiKey }, use) => {
    const relay = await startRelay(baseURL as string);
    const context = await browser.newContext({
      baseURL: relay.origin,
      viewport: { width: 1200, height: 700 },
    });
    await signIn({ request: context.request }, apiKey);
    const api = new ApiClient(baseURL as string, apiKey);
    const fields = [
      { type: "single_line_text", name: "Name" },
      { type: "single_line_text", name: "Notes" },
    ];
    const { body: base } = await api.post<Base>("/bases", {
      name: "Kept",
      tables: [
        { name: "Rows", fields },
        { name: "Others", fields },
      ],
    });
    const place = `/bases/${base.id}/tables/Rows/records/bulk`;
    const { body } = await api.post(place, { records: ["One", "Two", "Three"].map((Name) => ({ Name })) });
    await use({
      api,
      relay,
      context,
      base,
      recordIds: body.records.map(({ id }: { id: string }) => id),
      async open() {
        const grid = new GridPage(await context.newPage(), api, base, base.tables[0] as Table);
        await grid.open();
        await expect(grid.cell(1, "Name")).toBeVisible();
        return grid;
      },
    });
    await context.close();
    await relay.stop();
  },
});

/** Types into a cell while the server is unreachable, until the page reports it. */
async function typeAway(grid: GridPage, row: number, text: string): Promise<void> {
  await grid.select(row, "Name");
  await grid.type(text);
  await grid.press("Enter");
  await expect(
    grid.page.getByText(/The server can't be reached\. \d+ changes? (is|are) not saved/),
  ).toBeVisible();
}

function patches({ relay }: World): string[] {
  return relay.writes.filter((write) => write.startsWith("PATCH"));
}

function conflictsOf({ page }: GridPage) {
  return page.getByRole("region", { name: "Conflicts" });
}

test("opening another table waits within the app until the server is back", async ({ world }) => {
  const grid = await world.open();
  await typeThrough(grid, "seen");
  await world.relay.goAway();
  await grid.page.getByRole("link", { name: "Others" }).click();
  await expect(grid.page.getByText("The server can't be reached")).toBeVisible();
  await expect(grid.cell(1, "Name")).toHaveText("seen");
  // The loaded page remains usable.
  await typeAway(grid, 2, "meanwhile");
  await world.relay.serve();
  await expect(grid.page.getByRole("grid", { name: "Others" })).toBeVisible();
  await expect(grid.page.getByText("The server can't be reached")).toHaveCount(0);
  await grid.expectColumn("Name", ["seen", "meanwhile", "Three"]);
});

test("a proxy's error page is not shown as the page", async ({ world }) => {
  const grid = await world.open();
  let isAway = true;
  await grid.page.route(/[?&]_rsc=/, (route) =>
    isAway ? route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }) : route.continue(),
  );
  await grid.page.getByRole("link", { name: "Others" }).click();
  await expect(grid.page.getByText("The server can't be reached")).toBeVisible();
  await expect(grid.cell(1, "Name")).toHaveText("One");
  isAway = false;
  await expect(grid.page.getByRole("grid", { name: "Others" })).toBeVisible();
});

test("edits pending when a tab closes are saved once by the next tab and can be undone", async ({
  world,
}) => {
  const grid = await world.open();
  await world.relay.goAway();
  await typeAway(grid, 1, "kept");
  await typeAway(grid, 2, "kept too");
  await grid.page.close();
  await world.relay.serve();
  const [again, third] = [await world.open(), await world.open()];
  await again.expectColumn("Name", ["kept", "kept too", "Three"]);
  await expect(again.cell(1, "Name")).toHaveText("kept");
  await expect(third.cell(2, "Name")).toHaveText("kept too");
  expect(patches(world)).toHaveLength(2);
  await again.page.reload();
  await expect(again.cell(1, "Name")).toHaveText("kept");
  expect(patches(world)).toHaveLength(2);
});

test("an open tab saves edits left by a closed tab, not those of an open one", async ({ world }) => {
  const [grid, other] = [await world.open(), await world.open()];
  await world.relay.goAway();
  await typeAway(grid, 1, "kept");
  await other.showTab("hidden");
  await other.showTab("visible");
  await grid.page.close();
  await world.relay.serve();
  await other.expectColumn("Name", ["kept", "Two", "Three"]);
  await expect(other.cell(1, "Name")).toHaveText("kept");
  expect(patches(world)).toHaveLength(1);
});

test("a value changed by someone else meanwhile is a conflict until resolved", async ({ world }) => {
  const grid = await world.open();
  await world.relay.goAway();
  await typeAway(grid, 1, "mine");
  await grid.page.close();
  const place = `/bases/${world.base.id}/tables/Rows/records/${world.recordIds[0]}`;
  await world.api.patch(place, { record: { Name: "theirs" } });
  await world.relay.serve();
  const again = await world.open();
  await expect(conflictsOf(again)).toContainText("changed this to “theirs” while you were typing “mine”");
  await again.page.close();
  const third = await world.open();
  await expect(conflictsOf(third)).toContainText("“mine”");
  await third.expectStored(1, "Name", "theirs");
  await conflictsOf(third).getByRole("button", { name: "Keep mine" }).click();
  await third.expectStored(1, "Name", "mine");
  await third.page.reload();
  await expect(third.cell(1, "Name")).toHaveText("mine");
  await expect(conflictsOf(third)).toHaveCount(0);
});

test("input for a deleted record is given back", async ({ world }) => {
  const grid = await world.open();
  await world.relay.goAway();
  await typeAway(grid, 1, "half a thought");
  await grid.page.close();
  await world.api.call(`/bases/${world.base.id}/tables/Rows/records/${world.recordIds[0]}`, {
    method: "DELETE",
  });
  await world.relay.serve();
  const again = await world.open();
  await expect(again.page.getByText("“half a thought”")).toBeVisible();
  await again.expectColumn("Name", ["Two", "Three"]);
});

test("edits of another person are not sent, but kept for them or discarded", async ({ world, apiKey }) => {
  const { api, relay, context, base } = world;
  const grant = { databaseId: base.id, role: "editor" } as const;
  const grid = await world.open();
  await relay.goAway();
  await typeAway(grid, 1, "the owner's");
  await grid.page.close();
  await relay.serve();
  const { key } = await keyOf(await accept(api, await invite(api, { databases: [grant] })));
  await signIn({ request: context.request }, key);
  const bobs = await world.open();
  const notice = bobs.page.getByRole("region", { name: "Someone else's changes" });
  await expect(notice).toContainText("Someone else has 1 unsaved change in this browser");
  await expect(bobs.cell(1, "Name")).toHaveText("One");
  await notice.getByRole("button", { name: "Keep" }).click();
  await expect(notice).toHaveCount(0);
  expect(patches(world)).toEqual([]);
  await bobs.page.close();
  await signIn({ request: context.request }, apiKey);
  const again = await world.open();
  await again.expectStored(1, "Name", "the owner's");
  await expect(again.cell(1, "Name")).toHaveText("the owner's");
});

test("a tab with pending edits sends nothing once another person signs in", async ({ world }) => {
  const { api, relay, context, base } = world;
  const grant = { databaseId: base.id, role: "editor" } as const;
  const grid = await world.open();
  await relay.goAway();
  await typeAway(grid, 1, "the owner's");
  const { key } = await keyOf(await accept(api, await invite(api, { databases: [grant] })));
  await context.clearCookies();
  await relay.serve();
  await expect(grid.page.getByText(/You're signed out\. .*1 pending change/)).toBeVisible();
  const bobs = await context.newPage();
  await bobs.goto("/login");
  await bobs.getByRole("button", { name: "Sign in with an API key" }).click();
  await bobs.getByRole("textbox", { name: "API key" }).fill(key);
  await bobs.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(bobs.getByRole("heading", { name: "Databases" })).toBeVisible();
  const notice = bobs.getByRole("region", { name: "Someone else's changes" });
  await expect(notice).toContainText("1 unsaved change");
  // Attempts without a session have failed.
  const attempts = patches(world);
  await grid.page.waitForTimeout(3_000);
  expect(patches(world)).toEqual(attempts);
  await grid.expectStored(1, "Name", "One");
  await notice.getByRole("button", { name: "Discard" }).click();
  await expect(notice).toHaveCount(0);
});

test("signing out asks what to do with unsaved changes", async ({ world, apiKey }) => {
  const { relay, context } = world;
  for (const choice of ["Discard and sign out", "Keep and sign out"]) {
    const grid = await world.open();
    await relay.goAway();
    await typeAway(grid, 2, choice);
    await relay.serve();
    // It stays unsaved for now.
    await grid.page.route("**/records/*", (route) => route.abort());
    const home = await context.newPage();
    await home.goto("/");
    await home.getByRole("button", { name: "Sign out", exact: true }).click();
    const dialog = home.getByRole("alertdialog", { name: "1 unsaved change" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await home.getByRole("button", { name: "Sign out", exact: true }).click();
    await dialog.getByRole("button", { name: choice }).click();
    await expect(home).toHaveURL(/\/login$/);
    await grid.page.close();
    await home.close();
    await signIn({ request: context.request }, apiKey);
    const again = await world.open();
    await again.expectStored(2, "Name", choice.startsWith("Keep") ? choice : "Two");
    await again.page.close();
  }
});

test("full browser storage shows a message, and leaving asks for confirmation", async ({ world }) => {
  const grid = await world.open();
  await grid.page.evaluate(() => {
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
      for (let part = 0; part < 20; part += 1) {
        try {
          localStorage.setItem(`full ${size} ${part}`, "x".repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await world.relay.goAway();
  await typeAway(grid, 1, "no room for this");
  await expect(grid.page.getByText("This browser's storage is full")).toBeVisible();
  const dialog = grid.page.waitForEvent("dialog");
  void grid.page.close({ runBeforeUnload: true });
  expect((await dialog).type()).toBe("beforeunload");
  await (await dialog).dismiss();
  await world.relay.serve();
  await grid.expectStored(1, "Name", "no room for this");
});

/** Writes while the server is reachable. */
async function typeThrough(grid: GridPage, text: string): Promise<void> {
  await grid.select(1, "Name");
  await grid.type(text);
  await grid.press("Enter");
  await grid.expectStored(1, "Name", text);
}
