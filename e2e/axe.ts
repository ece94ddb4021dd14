import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright/test";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare const window: { axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> } };

/** Base UI's focus guards around a popup, which pass the focus on. */
const focusGuards = ["[data-base-ui-focus-guard]"];

/** The violations with their elements, in both themes, which differ only in colours. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const inLight = await run(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const inDark = await run(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...inLight, ...inDark.map((text) => `in the dark: ${text}`)];
}

async function run(page: Page, options: RunOptions): Promise<string[]> {
  const { violations: found } = await page.evaluate(
    ({ context, options }) => window.axe.run(context, options),
    { context: { exclude: [focusGuards] }, options: { ...options, resultTypes: ["violations" as const] } },
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
