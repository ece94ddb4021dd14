import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright/test";
import { slowDownAsAsked } from "./fixtures";

/** A browser tab that one test after the other uses, as loading the scripts takes longer than most tests. */
export interface Tab {
  readonly page: Page;
  readonly options: string;
  /** The session that `enter` created. */
  session?: string;
}

/** Keeps the tab of a worker process between its tests. */
export class Tabs {
  #kept: Tab | undefined;

  constructor(private readonly browser: Browser) {}

  /** The tab of the previous test if it has the same options, else a new one. */
  async take(given: BrowserContextOptions): Promise<Tab> {
    const options = JSON.stringify(given);
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept?.options === options) return kept;
    await kept?.page.context().close();
    return this.make(given);
  }

  async make(given: BrowserContextOptions): Promise<Tab> {
    const context = await this.browser.newContext(given);
    const page = await context.newPage();
    await slowDownAsAsked(page);
    return { page, options: JSON.stringify(given) };
  }

  /** Keeps the tab for the next test unless the test left something in it that cannot be undone. */
  async giveBack(tab: Tab): Promise<void> {
    // A page that did not load, or that crashed, cannot be reset.
    if (await reset(tab).catch(() => false)) this.#kept = tab;
    else await tab.page.context().close();
  }

  /** Closes the tab that is kept. */
  async close(): Promise<void> {
    await this.#kept?.page.context().close();
  }
}

/** Shows a page to a signed-in person: by a link within the app, or by loading the app if it is not open yet. */
export async function enter(tab: Tab, path: string, key: string): Promise<void> {
  const { page } = tab;
  if (tab.session === undefined) {
    await signIn(page, key);
    tab.session = await sessionOf(page.context());
    await page.goto(path);
    return;
  }
  const isLive = await page.evaluate((to) => {
    const { next } = window as Window & { next?: { router?: { push(path: string): void } } };
    next?.router?.push(to);
    return next?.router !== undefined;
  }, path);
  if (!isLive) await page.goto(path);
  await page.waitForFunction((to) => {
    const isMessageShown = document.querySelector("[data-sonner-toast]") !== null;
    return location.pathname.startsWith(to) && !isMessageShown;
  }, path);
}

/** Signs the page's browser in through the API, without the form. */
export async function signIn({ request }: Pick<Page, "request">, key: string): Promise<void> {
  const answer = await request.post("/api/v1/session", { data: { key } });
  if (answer.status() !== 204) throw new Error(`The sign-in was answered with ${answer.status()}`);
}

async function sessionOf(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name.startsWith("rowhouse_session"))?.value;
}

const events = ["console", "dialog", "download", "filechooser", "pageerror", "request", "response"] as const;

/** Returns false if something of the test would reach the next one. */
async function reset({ page, options, session }: Tab): Promise<boolean> {
  const context = page.context();
  if (session === undefined || page.isClosed() || context.pages().length > 1) return false;
  if ((await sessionOf(context)) !== session) return false;
  for (const event of events) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  const { viewport, colorScheme }: BrowserContextOptions = JSON.parse(options);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: colorScheme ?? null, forcedColors: null });
  await page.mouse.move(0, 0);
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await page.evaluate(isAtRest)) {
      await page.evaluate(clear);
      return true;
    }
    // Closes a menu, a dialog or an editor.
    await page.keyboard.press("Escape");
  }
  return false;
}

/** Runs in the page. False while something is open or not saved. */
function isAtRest(): boolean {
  const isUnsaved = !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const open = document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]");
  return !isUnsaved && open === null;
}

/** Runs in the page. Removes messages, and what lasts longer than a page. */
function clear(): void {
  for (const close of document.querySelectorAll<HTMLElement>("[data-sonner-toast] [data-close-button]")) {
    close.click();
  }
  for (const name of Object.keys(localStorage)) {
    if (name !== "rowhouse.signed-in-as") localStorage.removeItem(name);
  }
  // Set by `GridPage.showTab`.
  Reflect.deleteProperty(document, "visibilityState");
  document.dispatchEvent(new Event("visibilitychange"));
}
