/** The picture above the title of a form: who may open it, and what holds it. */
import type { Attachment } from "../../lib/contract/attachments";
import type { Base } from "../../lib/contract/bases";
import type { Form } from "../../lib/contract/forms";
import type { Table } from "../../lib/contract/tables";
import type { View } from "../../lib/contract/views";
import type { ApiClient } from "../api-client";
import { badRequestBody } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { AForm } from "./a-form";
import { type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
let form: AForm;
let cover: Attachment;

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
});
test.afterAll(() => server.stop());

test.beforeEach(async () => {
  test.setTimeout(60_000);
  form = await AForm.make(owner);
  cover = await upload("beach.png", png);
});

async function upload(filename: string, raw: Uint8Array, place = form.place): Promise<Attachment> {
  const answer = await owner.call<Attachment>(`${place}/attachments?filename=${filename}`, {
    ...{ method: "POST", raw, headers: { "Content-Type": "application/octet-stream" } },
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const idOf = ({ url }: { readonly url: string }) => new URL(url).pathname.split("/")[4] ?? "";

async function coverNow(path = `${form.table}/views/${form.view.id}`): Promise<Attachment | null> {
  const { body } = await owner.get<View>(path);
  if (body.type !== "form") throw new Error("the view is no form");
  return body.config.cover;
}

async function opened(url: string): Promise<Buffer | number> {
  const response = await fetch(url);
  return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : response.status;
}

test(
  "a cover is written like a file of a cell, and opens for the visitors of its form alone",
  long,
  async () => {
    expect(await coverNow()).toBeNull();
    await form.set({ cover });
    const answered = await coverNow();
    expect(answered).toEqual({ ...cover, url: expect.stringMatching(/\?expires=\d+&signature=[\w-]+$/) });
    expect(await opened(answered?.url ?? "")).toEqual(png);
    // An answered cover can be written again.
    await form.set({ cover: answered, title: "Order" });

    const { at } = await form.share();
    const shown = async () => (await form.visitor().get<Form>(at)).body.cover;
    const address = (await shown()) ?? "";
    expect(new URL(address).pathname).toMatch(
      new RegExp(`^/api/v1${at}/attachments/[\\w-]+/${cover.filename}$`),
    );
    expect(address).not.toContain(idOf(cover));
    expect(await opened(address)).toEqual(png);
    expect(await opened(address.replace(/.(?=\/[^/]*$)/, (last) => (last === "A" ? "B" : "A")))).toBe(404);
    expect(await opened(address.replace("/forms/", "/shared/"))).toBe(404);
    await form.set({ cover: null });
    expect([await coverNow(), await shown()]).toEqual([null, null]);
    await owner.post(`${form.place}/undo`, undefined);
    expect(await coverNow()).toMatchObject({ originalName: "beach.png" });
    await owner.call(`${form.table}/views/${form.view.id}`, { method: "DELETE" });
    expect(await opened(address)).toBe(404);
  },
);

test("a cover takes pictures that were uploaded to the database, and forms alone", async () => {
  const refused = async (given: unknown) => (await form.write({ cover: given })).body;
  const text = await upload("notes.txt", Buffer.from("some words"));
  expect(await refused(text)).toEqual(
    badRequestBody([
      "config.cover.url",
      `takes a picture (image/png, image/jpeg, image/gif, image/webp, image/avif); "notes.txt" is not one`,
    ]),
  );
  const { body: other } = await owner.post<Base>("/bases", { name: "Other" });
  const foreign = await upload("foreign.png", png, `/bases/${other.id}`);
  const own = "takes the address of a file that was uploaded to this database;";
  for (const url of [foreign.url, "https://example.com/a.png"]) {
    expect(await refused({ ...cover, url })).toMatchObject({
      error: { details: [{ path: "config.cover.url", message: expect.stringContaining(own) }] },
    });
  }
  expect((await form.write({ cover: [cover] })).status).toBe(400);
  const grid = { name: "Grid", type: "grid", config: { cover } };
  expect((await owner.post(`${form.table}/views`, grid)).status).toBe(400);
  const made = { name: "Second", type: "form", config: { cover } };
  const { body: second } = await owner.post<View>(`${form.table}/views`, made);
  expect(second.config).toMatchObject({
    cover: { originalName: "beach.png", url: expect.stringMatching(/\?/) },
  });
});

test("copies of a form have covers of their own database", long, async () => {
  await form.set({ cover });
  const tableId = form.table.split("/").at(-1);
  const copied = await owner.post<Table>(`${form.table}/duplicate`, {});
  expect(copied.status, JSON.stringify(copied.body)).toBe(201);
  const same = copied.body.views.find(({ type }) => type === "form")?.id;
  const inTable = await coverNow(`${form.place}/tables/${copied.body.id}/views/${same}`);
  expect(idOf(inTable as Attachment)).toBe(idOf(cover));

  const { body: twin } = await owner.post<Base>(`${form.place}/duplicate`, {});
  const file = await fetch(`${owner.origin}/api/v1${form.place}/export`, { headers: owner.credentials });
  const { body: imported } = await owner.call<Base>("/bases/import", {
    method: "POST",
    raw: new Uint8Array(await file.arrayBuffer()),
    headers: { "Content-Type": "application/zip" },
  });
  for (const { id, tables } of [twin, imported]) {
    const table = tables.find((each) => each.views.some(({ name }) => name === form.view.name)) as Table;
    const view = table.views.find(({ name }) => name === form.view.name);
    const own = await coverNow(`/bases/${id}/tables/${table.id}/views/${view?.id}`);
    expect(idOf(own as Attachment)).not.toBe(idOf(cover));
    expect(await opened(own?.url ?? "")).toEqual(png);
    expect(table.id).not.toBe(tableId);
  }
});
