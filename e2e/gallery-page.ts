import type { Locator } from "playwright/test";
import type { RecordPage } from "../lib/contract/lists";
import type { ViewConfigUpdate } from "../lib/contract/views";
import { CardsPage, openView } from "./cards-page";
import { expect, type GridPage } from "./grid-page";

/** A page object of a gallery. */
export class GalleryPage extends CardsPage {
  get cards(): Locator {
    return this.grid.grid.getByRole("link");
  }

  /** The cell of a card. */
  cell(name: string): Locator {
    return this.grid.grid
      .getByRole("gridcell")
      .filter({ has: this.page.getByRole("link", { name, exact: true }) });
  }

  async expectCards(names: string[]): Promise<void> {
    await expect(this.cards).toHaveText(names);
  }

  /** Expects the order of the records on the server. */
  async expectStoredOrder(names: string[]): Promise<void> {
    await expect
      .poll(async () => {
        const body = { viewId: this.view.id, total: false };
        const answer = await this.grid.api.post<RecordPage>(this.path("/records/list"), body);
        return answer.body.records.map(({ fields }) => fields.Name);
      })
      .toEqual(names);
  }
}

/** Creates a gallery of the open table and opens it. */
export async function openGallery(grid: GridPage, config: ViewConfigUpdate = {}): Promise<GalleryPage> {
  const gallery = new GalleryPage(grid, await openView(grid, { name: "Gallery", type: "gallery", config }));
  await expect(gallery.region).toBeVisible();
  return gallery;
}
