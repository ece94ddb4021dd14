/** Many tabs of one browser: all of them load, share one stream of live changes, and miss nothing. */
import type { BrowserContext } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { Table } from "../../lib/contract/tables";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { GridPage, signIn } from "../grid-page";
import { type Relay, startRelay } from "../relay";

interface World {
  readonly api: ApiClient;
  readonly relay: Relay;
  readonly context: BrowserContext;
  /** Creates a database with a table of one record. */
  makeGrid(): Promise<{ base: Base; table: Table; recordId: string }>;
  open(made: { base: Base; table: Table }): Promise<GridPage>;
}

const transports = {
  "a SharedWorker": () => {},
  "a leader": () => {
    Object.defineProperty(window, "SharedWorker", { configurable: true, value: undefined });
    // Simulates a browser without this API.
    delete (window as { SharedWorker?: unknown }).SharedWorker;
  },
};

const test = server.extend<{ transport: keyof typeof transports; world: World }>({
  transport: ["a SharedWorker", { option: true }],
  world: async ({ browser, baseURL, apiKey, transport }, use) => {
    const relay = await startRelay(baseURL as string);
    const context = await browser.newContext({
      baseURL: relay.origin,
      viewport: { width: 1200, height: 600 },
    });
    await context.addInitScript(transports[transport]);
    await signIn({ request: context.request }, apiKey);
    const api = new ApiClient(baseURL as string, apiKey);
    await use({
      api,
      relay,
      context,
      async makeGrid() {
        const fields = [{ type: "single_line_text", name: "Name" }];
        const { body: made } = await api.post<Base>("/bases", {
          name: "Live",
          tables: [{ name: "Rows", fields }],
        });
        const table = made.tables[0] as Table;
        const { body } = await api.post(`/bases/${made.id}/tables/${table.id}/records`, {
          record: { Name: "first" },
        });
        return { base: made, table, recordId: body.id };
      },
      async open({ base: of, table }) {
        const grid = new GridPage(await context.newPage(), api, of, table);
        await grid.open();
        await expect(grid.cell(1, "Name")).toBeVisible();
        return grid;
      },
    });
    await context.close();
    await relay.stop();
  },
});

for (const transport of ["a SharedWorker", "a leader"] as const) {
  test.describe(`by ${transport}`, () => {
    test.use({ transport });

    test("ten tabs share one stream and show another's changes", async ({ world }) => {
      const { api, relay } = world;
      const [one, other] = [await world.makeGrid(), await world.makeGrid()];
      const grids: GridPage[] = [];
      for (let tab = 0; tab < 10; tab += 1) grids.push(await world.open(tab % 3 === 2 ? other : one));
      await expect.poll(() => relay.streams()).toHaveLength(1);
      for (const id of [one.base.id, other.base.id])
        expect(decodeURIComponent(relay.streams()[0] ?? "")).toContain(id);
      for (const [made, name] of [
        [one, "Ada"],
        [other, "Bob"],
      ] as const) {
        await write(api, made, name);
        const shown = grids.filter((grid) => grid.base.id === made.base.id);
        await Promise.all(shown.map((grid) => expectName(grid, name)));
      }
      expect(relay.streams()).toHaveLength(1);
    });

    test("the stream survives closing or crashing the first tab, without missed changes", async ({
      world,
    }) => {
      const { api, relay } = world;
      const made = await world.makeGrid();
      const [first, second, third] = [await world.open(made), await world.open(made), await world.open(made)];
      await write(api, made, "seen by all");
      for (const grid of [first, second, third]) await expectName(grid, "seen by all");
      await first.page.close();
      await write(api, made, "after the first");
      for (const grid of [second, third]) await expectName(grid, "after the first");
      await expect.poll(() => relay.streams()).toHaveLength(1);
      await second.page.goto("about:blank");
      await write(api, made, "after the second");
      await expectName(third, "after the second");
      await expect.poll(() => relay.streams()).toHaveLength(1);
    });

    test("tabs reconnect to a restarted server and catch up", async ({ world }) => {
      const { api, relay } = world;
      const made = await world.makeGrid();
      const grids = [await world.open(made), await world.open(made)];
      await write(api, made, "before");
      for (const grid of grids) await expectName(grid, "before");
      await relay.goAway();
      await write(api, made, "meanwhile");
      await relay.serve();
      for (const grid of grids) await expectName(grid, "meanwhile", 15_000);
      await expect.poll(() => relay.streams()).toHaveLength(1);
    });

    test("everything reloads if the log was replaced", async ({ world }) => {
      const { api, relay } = world;
      const made = await world.makeGrid();
      const grid = await world.open(made);
      await write(api, made, "before");
      await expectName(grid, "before");
      await relay.goAway();
      await write(api, made, "meanwhile");
      // Continues from a position that is not in the server's log, as after a restore.
      relay.rewrite((path) => path.replace(/(live\?since=[0-9a-f]{16})%3A[\w-]+/, "$1%3Aelsewhere"));
      await relay.serve();
      await expectName(grid, "meanwhile", 15_000);
      await write(api, made, "later");
      await expectName(grid, "later");
    });

    test("signing out in one tab shows in the others until signing in again", async ({ world, apiKey }) => {
      const { api, context } = world;
      const made = await world.makeGrid();
      const grid = await world.open(made);
      await write(api, made, "before");
      await expectName(grid, "before");
      const out = await context.newPage();
      await out.goto("/");
      await out.getByRole("button", { name: "Sign out" }).click();
      await expect(grid.page.getByText("You're signed out")).toBeVisible();
      await write(api, made, "not for you");
      await signIn({ request: context.request }, apiKey);
      await expectName(grid, "not for you", 20_000);
      await expect(grid.page.getByText("You're signed out")).toHaveCount(0);
    });
  });
}

test.describe("with a leader, on a fake clock", () => {
  test.use({ transport: "a leader" });

  test("the stream closes after all tabs were hidden for a minute, and catches up when one is shown", async ({
    world,
  }) => {
    const { api, relay } = world;
    const made = await world.makeGrid();
    const grids = [await world.open(made), await world.open(made)];
    for (const { page } of grids) await page.clock.install();
    await write(api, made, "shown");
    for (const grid of grids) await expectName(grid, "shown");
    for (const grid of grids) await grid.showTab("hidden");
    for (const { page } of grids) await page.clock.runFor(70_000);
    await expect.poll(() => relay.streams()).toHaveLength(0);
    await write(api, made, "hidden for long");
    await grids[1]?.showTab("visible");
    await expectName(grids[1] as GridPage, "hidden for long");
    await expect.poll(() => relay.streams()).toHaveLength(1);
  });
});

async function write(
  api: ApiClient,
  { base: { id }, table, recordId }: { base: Base; table: Table; recordId: string },
  name: string,
): Promise<void> {
  const { status } = await api.patch(`/bases/${id}/tables/${table.id}/records/${recordId}`, {
    record: { Name: name },
  });
  expect(status).toBe(200);
}

/** The promise is two seconds; parallel tests need more. */
async function expectName(grid: GridPage, name: string, timeout = 10_000): Promise<void> {
  await expect(grid.cell(1, "Name")).toHaveText(name, { timeout });
}
