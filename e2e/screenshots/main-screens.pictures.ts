/** Takes the README's screenshots of the main screens in both themes and saves them beside this file. */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright/test";
import sharp from "sharp";
import type { Attachment } from "../../lib/contract/attachments";
import type { Base } from "../../lib/contract/bases";
import type { RecordPage } from "../../lib/contract/lists";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";
import { drawn, invoices, people, planning, posters, projects, tables } from "./studio";

interface Studio {
  readonly page: Page;
  /** The URL of the table Projects. */
  readonly table: string;
  /** The URL of its board. */
  readonly board: string;
  /** The URL of its form. */
  readonly form: string;
  /** The URLs of a calendar and a gallery. */
  readonly calendar: string;
  readonly gallery: string;
  readonly records: readonly string[];
}

const test = server.extend<{ studio: Studio }>({
  studio: async ({ page, baseURL, apiKey }, use) => {
    const api = new ApiClient(baseURL as string, apiKey);
    const { body: base } = await api.post<Base>("/bases", { name: "Studio", tables });
    const place = (name: string) => `/bases/${base.id}/tables/${name}/records/bulk`;
    const { body: team } = await api.post<RecordPage>(place("People"), { records: people });
    const idOf = new Map(team.records.map(({ id, fields }) => [fields.Name, id]));
    const linked = projects.map((project) => ({
      ...project,
      Team: project.Team.map((name) => idOf.get(name)),
    }));
    const { status, body } = await api.post<RecordPage>(place("Projects"), { records: linked });
    expect(status, JSON.stringify(body)).toBe(200);
    await signIn(page, apiKey);
    const table = base.tables.find(({ name }) => name === "Projects");
    const { body: board } = await api.post(`/bases/${base.id}/tables/Projects/views`, {
      name: "By stage",
      type: "kanban",
      config: {
        stackFieldId: "Stage",
        stackAggregate: { fieldId: "Budget", function: "sum" },
        hiddenFieldIds: ["Stage", "Done", "Joy", "Paid"],
      },
    });
    const { status: made, body: form } = await api.post(`/bases/${base.id}/tables/Projects/views`, {
      name: "Request a project",
      type: "form",
      config: {
        title: "Request a project",
        description: "Tell us what you need. We answer within two days.",
        fields: [
          { fieldId: "Project", label: "What is it about?", required: true },
          { fieldId: "Stage", label: "How far are you?", help: "A first idea is enough." },
          { fieldId: "Budget", showWhen: { field: "Stage", is_not_empty: true } },
          { fieldId: "Joy", label: "How much do you look forward to it?" },
        ],
        submitLabel: "Send request",
      },
    });
    expect(made, JSON.stringify(form)).toBe(201);
    const calendar = await addView(api, base, "Planning", {
      type: "calendar",
      config: { startFieldId: "From", endFieldId: "To", colorFieldId: "Kind" },
    });
    await api.post(place("Planning"), { records: planning });
    const gallery = await addView(api, base, "Posters", {
      type: "gallery",
      config: { coverFieldId: "Picture", cardSize: "medium" },
    });
    await api.post(place("Posters"), {
      records: await Promise.all(
        posters.map(async (poster) => ({
          Poster: poster[0],
          Picture: [
            await upload(
              api,
              base,
              await sharp(Buffer.from(drawn(poster)))
                .png()
                .toBuffer(),
            ),
          ],
          Craft: poster[4],
          Edition: poster[5],
        })),
      ),
    });
    const address = `/database/${base.id}/${table?.id}`;
    await use({
      page,
      table: address,
      board: `${address}/${board.id}`,
      form: `${address}/${form.id}`,
      calendar,
      gallery,
      records: body.records.map(({ id }) => id),
    });
    await api.call(`/bases/${base.id}`, { method: "DELETE" });
  },
});

/** Adds a view to a table, and returns its URL. */
async function addView(
  api: ApiClient,
  base: Base,
  table: string,
  view: { readonly type: string; readonly config: object },
): Promise<string> {
  const { status, body } = await api.post(`/bases/${base.id}/tables/${table}/views`, {
    name: view.type === "calendar" ? "Calendar" : "Gallery",
    ...view,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return `/database/${base.id}/${base.tables.find(({ name }) => name === table)?.id}/${body.id}`;
}

async function upload(api: ApiClient, base: Base, bytes: Uint8Array): Promise<Attachment> {
  const { status, body } = await api.call(`/bases/${base.id}/attachments?filename=poster.png`, {
    method: "POST",
    raw: bytes,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Waits for the names of linked records, which load last. */
async function names(page: Page): Promise<void> {
  await expect(page.getByText("Ines Duarte").first()).toBeVisible();
}

/** The screens by the names of their files. */
const screens: {
  readonly [name: string]: { width?: number; show(studio: Studio): Promise<unknown> };
} = {
  table: {
    async show({ page, table }) {
      await page.goto(table);
      await page.getByRole("gridcell", { name: "Harbour signage" }).click();
      await names(page);
    },
  },
  filter: {
    async show({ page, table }) {
      await page.goto(table);
      await page.getByRole("button", { name: "Filter" }).click();
      await page.getByRole("button", { name: "Add condition" }).click();
      await names(page);
    },
  },
  board: {
    async show({ page, board }) {
      await page.goto(board);
      await expect(page.getByText("Harbour signage")).toBeVisible();
      await names(page);
    },
  },
  calendar: {
    async show({ page, calendar }) {
      await page.clock.setFixedTime("2026-12-08T10:00:00");
      await page.goto(calendar);
      await expect(page.getByText("Studio closed").first()).toBeVisible();
    },
  },
  gallery: {
    async show({ page, gallery }) {
      await page.goto(gallery);
      await expect(page.getByText("Night tram")).toBeVisible();
      // The small forms of pictures are made one after the other.
      const images = page.locator("main img");
      await expect
        .poll(() =>
          images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
        )
        .toBe(true);
    },
  },
  form: {
    async show({ page, form }) {
      await page.goto(form);
      await page.getByRole("button", { name: "How far are you?", exact: true }).click();
    },
  },
  record: {
    async show({ page, table, records }) {
      await page.goto(`${table}?record=${records[1]}`);
      await expect(page.getByRole("complementary")).toBeVisible();
      await names(page);
    },
  },
  cards: {
    width: 375,
    async show({ page, table }) {
      await page.goto(table);
      await expect(page.getByText("Harbour signage")).toBeVisible();
      await names(page);
    },
  },
  import: {
    async show({ page, table }) {
      await page.goto(table);
      await names(page);
      await page.getByRole("button", { name: "New table" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Import a file" }).click();
      const dialog = page.getByRole("dialog", { name: /^Import/ });
      await dialog
        .getByLabel("Choose a file")
        .setInputFiles({ name: "Invoices 2026.csv", mimeType: "text/csv", buffer: Buffer.from(invoices) });
      const status = dialog.getByRole("group", { name: "Column 3: Status" });
      await status.getByRole("button", { name: "Single select" }).click();
      await expect(dialog.getByRole("button", { name: "Import 60 rows" })).toBeEnabled();
      await dialog.getByText("Separator").scrollIntoViewIfNeeded();
    },
  },
  reference: { show: ({ page }) => page.goto("/docs") },
};

for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, { width = 1280, show }] of Object.entries(screens)) {
    test(`${name}, ${colorScheme}`, async ({ studio }) => {
      const { page } = studio;
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 720 });
      await show(studio);
      // Parts of the page are loaded when it is idle.
      await page.waitForTimeout(3_000);
      await page.screenshot({
        path: fileURLToPath(new URL(`${name}-${colorScheme}.png`, import.meta.url)),
        animations: "disabled",
        caret: "hide",
      });
    });
  }
}
