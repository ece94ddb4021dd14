import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { transform } from "esbuild";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receivers } from "./receivers";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "ping", data: { name: "Zoë 🎉" } });

let folder: string;
let receiver: ChildProcess;
let address: string;

beforeAll(async () => {
  // Beside node_modules, where it finds the package.
  folder = await mkdtemp(path.join(process.cwd(), "node_modules", ".receiver-"));
  const { code } = await transform(receivers.TypeScript, { loader: "ts" });
  const file = path.join(folder, "receiver.mjs");
  // Listens on a free port and tells it, which the receiver to copy need not.
  const told = code.replace(
    /\.listen\(.*\);/,
    ".listen(0, function () { console.log(this.address().port); });",
  );
  await writeFile(file, told);
  receiver = spawn(process.execPath, [file], { env: { ...process.env, WEBHOOK_SECRET: secret } });
  const port = await new Promise((heard) =>
    receiver.stdout?.once("data", (line) => heard(String(line).trim())),
  );
  address = `http://127.0.0.1:${port}/`;
});

afterAll(async () => {
  receiver.kill();
  await rm(folder, { recursive: true, force: true });
});

test("the receiver in TypeScript takes signed events, and no others", async () => {
  const at = new Date();
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, body),
  };
  const send = async (sent: string) => (await fetch(address, { method: "POST", headers, body: sent })).status;
  expect(await send(body)).toBe(204);
  expect(await send(body.replace("Zoë", "Eve"))).toBe(400);
});
