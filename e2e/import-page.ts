import type { JSHandle, Locator, Page } from "playwright/test";
import { expect } from "./grid-page";

/** The dialog of an import, with its parts by role. */
export class ImportPage {
  constructor(readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole("dialog", { name: /^Import / });
  }

  async choose(content: string | Buffer, name = "people.csv"): Promise<void> {
    const input = this.dialog.getByLabel("Choose a file");
    await input.setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  }

  /** Drops a file from another program. */
  async drop(target: Locator, content: string | Buffer, name = "people.csv"): Promise<void> {
    const dataTransfer = await this.dragOver(target, content, name);
    await target.dispatchEvent("drop", { dataTransfer });
  }

  /** Drags a file from another program over an element. */
  async dragOver(target: Locator, content: string | Buffer, name = "people.csv"): Promise<JSHandle> {
    const dataTransfer = await this.page.evaluateHandle(
      ([base64, name]) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
        return transfer;
      },
      [Buffer.from(content).toString("base64"), name] as const,
    );
    await target.dispatchEvent("dragover", { dataTransfer });
    return dataTransfer;
  }

  column(number: number): Locator {
    return this.dialog.getByRole("group", { name: new RegExp(`^Column ${number}:`) });
  }

  /** The texts of the preview, without the numbers of rows. */
  async preview(): Promise<string[][]> {
    const rows = await this.dialog.getByRole("region", { name: "Preview" }).getByRole("row").all();
    const texts = rows.map(async (row) => (await row.locator("td, th").allInnerTexts()).slice(1));
    return (await Promise.all(texts)).map((cells) => cells.map((cell) => cell.trim()));
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole("button", { name });
  }

  async select(field: string, option: string | RegExp, within: Locator = this.dialog): Promise<void> {
    await within.getByRole("combobox", { name: field, exact: true }).click();
    await this.page.getByRole("option", { name: option }).click();
  }

  async run(): Promise<void> {
    await this.button(/^Import \S+ rows?$/).click();
  }

  async expectDone(...lines: string[]): Promise<void> {
    await expect(this.dialog.getByText("was imported")).toBeVisible();
    await expect(this.dialog.getByRole("status").getByRole("listitem")).toHaveText(lines);
  }
}
