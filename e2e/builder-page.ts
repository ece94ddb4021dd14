import type { Locator } from "playwright/test";
import type * as z from "zod";
import type { FormField } from "../lib/contract/form-fields";
import type { ConfigOf, View, viewConfigUpdate } from "../lib/contract/views";
import { expect, type GridPage } from "./grid-page";
import { storedView } from "./toolbar-page";

/** A page object of a form's builder. */
export class BuilderPage {
  constructor(
    readonly grid: GridPage,
    readonly view: View,
  ) {}

  get page() {
    return this.grid.page;
  }

  get root(): Locator {
    return this.page.getByRole("region", { name: this.view.name, exact: true });
  }

  /** The items of the list of questions. */
  get items(): Locator {
    return this.root.getByRole("list", { name: "Questions" }).locator(":scope > li");
  }

  /** The button that opens a question in the list. */
  question(name: string): Locator {
    return this.items.getByRole("button", {
      name: new RegExp(`^${name}( \\(required\\))?( Shown under conditions)?$`),
    });
  }

  get preview(): Locator {
    return this.root.getByRole("form");
  }

  tab(name: string): Locator {
    return this.root.getByRole("tab", { name, exact: true });
  }

  /** Expects the list of questions, each with its marks. */
  async expectQuestions(names: readonly string[]): Promise<void> {
    await expect(this.items.locator("[data-asked] > div:first-child > button[aria-expanded]")).toHaveText(
      names.map((name) => new RegExp(`^${name}`)),
    );
  }

  /** Opens a question, and returns its item in the list. */
  async open(name: string): Promise<Locator> {
    await this.question(name).click();
    await expect(this.question(name)).toHaveAttribute("aria-expanded", "true");
    return this.items.filter({ has: this.page.getByRole("textbox", { name: "Label" }) });
  }

  /** Drags a question by its handle to the place of another. */
  async drag(name: string, to: string): Promise<void> {
    const handle = (of: string) => this.root.getByRole("button", { name: `Move ${of}`, exact: true });
    await handle(name).hover();
    await this.page.mouse.down();
    const box = await handle(to).boundingBox();
    if (!box) throw new Error("The target is not visible");
    // In steps, as the list reacts to each move.
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
    await this.page.mouse.up();
  }

  /** Expects the stored fields by name, in order. */
  async expectStored(names: readonly string[]): Promise<void> {
    await expect.poll(async () => (await this.stored()).map(({ field }) => field)).toEqual(names);
  }

  /** The stored question about a field. */
  async storedQuestion(name: string): Promise<object | undefined> {
    return (await this.stored()).find(({ field }) => field === name);
  }

  async config(): Promise<ConfigOf<"form">> {
    return (await storedView(this.grid, this.view.name)).config as ConfigOf<"form">;
  }

  /** The stored questions by the names of their fields, in order. */
  async stored(): Promise<(Omit<FormField, "fieldId"> & { readonly field: string | undefined })[]> {
    const { fields } = this.grid.table;
    return (await this.config()).fields.map(({ fieldId, ...rest }) => ({
      field: fields.find(({ id }) => id === fieldId)?.name,
      ...rest,
    }));
  }
}

/** Creates a form of the open table and opens it. */
export async function openBuilder(
  grid: GridPage,
  config: z.input<typeof viewConfigUpdate>,
): Promise<BuilderPage> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views`;
  const { status, body: view } = await grid.api.post<View>(path, { name: "Sign up", type: "form", config });
  expect(status).toBe(201);
  const builder = new BuilderPage(grid, view);
  await grid.page.goto(`${new URL(grid.table.url).pathname}/${view.id}`);
  await grid.expectLive();
  await expect(builder.root).toBeVisible();
  return builder;
}
