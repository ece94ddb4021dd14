import type { Locator, Page } from "playwright/test";
import type { View, ViewConfigUpdate } from "../lib/contract/views";
import { expect, type GridPage } from "./grid-page";

/** A page object of a view of cards. */
export class CardsPage {
  constructor(
    readonly grid: GridPage,
    readonly view: View,
  ) {}

  get page(): Page {
    return this.grid.page;
  }

  get region(): Locator {
    return this.page.getByRole("region", { name: this.grid.table.name, exact: true });
  }

  /** The announcements to screen readers. */
  get announcement(): Locator {
    return this.region.locator("[aria-live=assertive]");
  }

  /** The link of a card. */
  card(name: string): Locator {
    return this.region.getByRole("link", { name, exact: true });
  }

  /** Drags a card with the mouse to a point within another element. */
  async drag(from: Locator, to: Locator, at: "top" | "middle" | "bottom" = "middle"): Promise<void> {
    await from.hover();
    await this.page.mouse.down();
    const box = await to.boundingBox();
    if (!box) throw new Error("The target is not visible");
    const share = { top: 0.2, middle: 0.5, bottom: 0.9 }[at];
    const [x, y] = [box.x + box.width / 2, box.y + box.height * share];
    // In steps, as the view reacts to each move.
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

/** Creates a view of the open table and opens it. */
export async function openView(grid: GridPage, body: object): Promise<View> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views`;
  const { status, body: view } = await grid.api.post<View>(path, body);
  expect(status).toBe(201);
  await grid.page.goto(`${new URL(grid.table.url).pathname}/${view.id}`);
  await grid.expectLive();
  return view;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rests a finger until the card or record is picked up, and moves it. */
export async function dragByTouch(page: Page, { from, to }: { from: Point; to: Point }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  await expect(page.locator("[data-carrying]")).toHaveCount(1);
  for (let step = 1; step <= 6; step += 1) {
    const at = (start: number, end: number) => start + ((end - start) * step) / 6;
    await touch("touchMove", [{ x: at(from.x, to.x), y: at(from.y, to.y) }]);
  }
  await touch("touchEnd", []);
}
