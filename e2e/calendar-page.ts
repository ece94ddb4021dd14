import type { Locator } from "playwright/test";
import type { RecordPage } from "../lib/contract/lists";
import type { View, ViewConfigUpdate } from "../lib/contract/views";
import { expect, type GridPage } from "./grid-page";

/** A page object of a calendar that shows March 2026. */
export class CalendarPage {
  constructor(
    readonly grid: GridPage,
    readonly view: View,
  ) {}

  get page() {
    return this.grid.page;
  }

  get calendar(): Locator {
    return this.page.getByRole("region", { name: this.grid.table.name, exact: true });
  }

  /** The announcements to screen readers. */
  get announcement(): Locator {
    return this.calendar.locator("[aria-live=assertive]");
  }

  get title(): Locator {
    return this.calendar.getByRole("heading", { level: 2 });
  }

  /** A day of March 2026 in the grid. */
  day(date: number): Locator {
    return this.calendar.locator(`[role=gridcell][data-day-cell="${isoOf(date)}"]:not([data-hours])`);
  }

  /** The part of a day that has the focus and its name. */
  dayButton(date: number): Locator {
    return this.day(date).locator("[data-place=day]");
  }

  /** The hours of a day of March 2026. */
  hours(date: number): Locator {
    return this.calendar.locator(`[data-hours][data-day-cell="${isoOf(date)}"]`);
  }

  record(name: string): Locator {
    return this.calendar.getByRole("link", { name, exact: true });
  }

  async expectOn(date: number, names: string[]): Promise<void> {
    await expect(this.day(date).getByRole("link")).toHaveText(names);
  }

  /** The dates of records by name, as they are stored. */
  async expectStored(dates: { [name: string]: [start: unknown, end?: unknown] }): Promise<void> {
    await expect
      .poll(async () => {
        const path = `/bases/${this.grid.base.id}/tables/${this.grid.table.id}/records/list`;
        const { body } = await this.grid.api.post<RecordPage>(path, { total: false });
        const named = body.records.filter(({ fields }) => Object.hasOwn(dates, String(fields.Name)));
        return Object.fromEntries(
          named.map(({ fields }) => [fields.Name, [fields.Start, fields.End ?? undefined]]),
        );
      })
      .toEqual(Object.fromEntries(Object.entries(dates).map(([name, [start, end]]) => [name, [start, end]])));
  }

  async showScale(name: "Month" | "Week" | "Day" | "List"): Promise<void> {
    await this.calendar.getByRole("group", { name: "Show" }).getByRole("button", { name }).click();
  }

  /** Drags with the mouse from an element, or a point of it, to a point of another. */
  async drag(from: Locator, to: Locator, at: { from?: Share; to?: Share } = {}): Promise<void> {
    const start = await pointOf(from, at.from);
    const end = await pointOf(to, at.to);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 8 });
    await this.page.mouse.move(end.x, end.y + 1);
    await this.page.mouse.up();
  }
}

/** A point within an element, from 0 to 1. */
interface Share {
  readonly x?: number;
  readonly y?: number;
}

export async function pointOf(element: Locator, { x = 0.5, y = 0.5 }: Share = {}) {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not visible");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

function isoOf(date: number): string {
  return `2026-03-${String(date).padStart(2, "0")}`;
}

/** Creates a calendar of the open table and opens it at 12 March 2026. */
export async function openCalendar(grid: GridPage, config: ViewConfigUpdate): Promise<CalendarPage> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views`;
  const { status, body: view } = await grid.api.post<View>(path, {
    name: "Calendar",
    type: "calendar",
    config,
  });
  expect(status).toBe(201);
  const calendar = new CalendarPage(grid, view);
  await grid.page.goto(`${new URL(grid.table.url).pathname}/${view.id}?date=2026-03-12`);
  await grid.expectLive();
  await expect(calendar.calendar.locator("[aria-busy=false]").first()).toBeVisible();
  return calendar;
}
