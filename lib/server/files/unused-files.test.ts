import { beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

let inside: InProcess;

beforeAll(async () => {
  inside = await startInProcess();
  return () => inside.stop();
});

test("a view holds its files until it has others or is deleted, and again once it is restored", async () => {
  const good = async (method: string, path: string, body?: object) => {
    const answer = await inside.call(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const fields = [{ name: "Name", type: "single_line_text" }];
  const base = await good("POST", "/bases", { name: "Forms", tables: [{ name: "Orders", fields }] });
  const place = `/bases/${base.id}`;
  const table = `${place}/tables/${base.tables[0].id}`;
  const cover = await good("POST", `${place}/attachments?filename=a.png`, { some: "bytes" });
  const { prisma } = await import("../db");
  const { noteUnusedFiles } = await import("./unused-files");
  const isHeld = async () => {
    await noteUnusedFiles(new Date(), new AbortController().signal);
    const [row] = await prisma().attachment.findMany({ where: { baseId: base.id } });
    return row?.unusedSince === null;
  };
  expect(await isHeld()).toBe(false);
  // The bytes are those of no picture.
  await prisma().attachment.updateMany({ where: { baseId: base.id }, data: { mimeType: "image/png" } });
  const view = await good("POST", `${table}/views`, { name: "Order", type: "form", config: { cover } });
  expect(await isHeld()).toBe(true);
  await good("PATCH", `${table}/views/${view.id}`, { config: { cover: null } });
  expect(await isHeld()).toBe(false);
  await good("POST", `${place}/undo`);
  expect(await isHeld()).toBe(true);
  await good("DELETE", `${table}/views/${view.id}`);
  expect(await isHeld()).toBe(false);
  await good("POST", `${place}/undo`);
  expect(await isHeld()).toBe(true);
});
