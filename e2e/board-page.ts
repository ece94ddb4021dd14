import type { Locator } from "playwright/test";
import type { RecordPage } from "../lib/contract/lists";
import type { View, ViewConfigUpdate } from "../lib/contract/views";
import { expect, type GridPage } from "./grid-page";

/** A page object of a kanban view. */
export class BoardPage {
  constructor(
    readonly grid: GridPage,
    readonly view: View,
  ) {}

  get page() {
    return this.grid.page;
  }

  get board(): Locator {
    return this.page.getByRole("region", { name: this.grid.table.name, exact: true });
  }

  /** The announcements to screen readers. */
  get announcement(): Locator {
    return this.board.locator("[aria-live=assertive]");
  }

  stack(name: string): Locator {
    return this.board.getByRole("region", { name, exact: true });
  }

  cards(stack: string): Locator {
    return this.board.getByRole("list", { name: stack, exact: true }).getByRole("link");
  }

  card(name: string): Locator {
    return this.board.getByRole("link", { name, exact: true });
  }

  async expectCards(stack: string, names: string[]): Promise<void> {
    await expect(this.cards(stack)).toHaveText(names);
  }

  /** The names of records by their stored values of a field, in the stored order. */
  async expectStored(field: string, values: { [name: string]: unknown }): Promise<void> {
    await expect
      .poll(async () => {
        const { body } = await this.grid.api.post<RecordPage>(this.path("/records/list"), { total: false });
        return Object.fromEntries(body.records.map(({ fields }) => [fields.Name, fields[field]]));
      })
      .toEqual(values);
  }

  /** Expects the order of the records of a stack on the server. */
  async expectStoredOrder(key: unknown, names: string[]): Promise<void> {
    await expect
      .poll(async () => {
        const stack = { fieldId: this.view.config.stackFieldId, key };
        const { body } = await this.grid.api.post<RecordPage>(this.path("/records/list"), {
          viewId: this.view.id,
          stack,
        });
        return body.records.map(({ fields }) => fields.Name);
      })
      .toEqual(names);
  }

  /** Drags a card with the mouse to a point within another element. */
  async drag(from: Locator, to: Locator, at: "top" | "middle" | "bottom" = "middle"): Promise<void> {
    await from.hover();
    await this.page.mouse.down();
    const box = await to.boundingBox();
    if (!box) throw new Error("The target is not visible");
    const share = { top: 0.2, middle: 0.5, bottom: 0.9 }[at];
    const [x, y] = [box.x + box.width / 2, box.y + box.height * share];
    // In steps, as the board reacts to each move.
    await this.page.mouse.move(x, y, { steps: 8 });
    await this.page.mouse.move(x, y + 1);
    await this.page.mouse.up();
  }

  async changeView(config: ViewConfigUpdate): Promise<void> {
    const { status } = await this.grid.api.patch(this.path(`/views/${this.view.id}`), { config });
    expect(status).toBe(200);
  }

  path(rest: string): string {
    return `/bases/${this.grid.base.id}/tables/${this.grid.table.id}${rest}`;
  }
}

/** Creates a kanban view of the open table and opens it. */
export async function openBoard(grid: GridPage, config: ViewConfigUpdate): Promise<BoardPage> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views`;
  const { status, body: view } = await grid.api.post<View>(path, { name: "Board", type: "kanban", config });
  expect(status).toBe(201);
  const board = new BoardPage(grid, view);
  await grid.page.goto(`${new URL(grid.table.url).pathname}/${view.id}`);
  await grid.expectLive();
  await expect(board.board).toBeVisible();
  return board;
}
