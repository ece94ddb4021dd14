import type { Locator } from "playwright/test";
import type { RecordPage } from "../lib/contract/lists";
import type { ViewConfigUpdate } from "../lib/contract/views";
import { CardsPage, openView } from "./cards-page";
import { expect, type GridPage } from "./grid-page";

/** A page object of a kanban view. */
export class BoardPage extends CardsPage {
  get board(): Locator {
    return this.region;
  }

  stack(name: string): Locator {
    return this.board.getByRole("region", { name, exact: true });
  }

  cards(stack: string): Locator {
    return this.board.getByRole("list", { name: stack, exact: true }).getByRole("link");
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
}

/** Creates a kanban view of the open table and opens it. */
export async function openBoard(grid: GridPage, config: ViewConfigUpdate): Promise<BoardPage> {
  const board = new BoardPage(grid, await openView(grid, { name: "Board", type: "kanban", config }));
  await expect(board.board).toBeVisible();
  return board;
}
