import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Entry, entryOf, readArchive, writeArchive } from "./archive";

const run = promisify(execFile);
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse-archive-"));
  return () => rm(folder, { recursive: true });
});
beforeEach(async () => {
  file = path.join(folder, "a.tar.gz");
  return async () => {
    for (const name of await readdir(folder)) await rm(path.join(folder, name));
  };
});

const contents: [name: string, content: string][] = [
  ["first", "hello"],
  ["empty", ""],
  ["folder/ünïcode", "x".repeat(2_000_000)],
  [`${"long/".repeat(50)}name`, "deep"],
];

test("reads back the entries in order", async () => {
  await writeArchive(file, entriesOf(contents));
  expect(await readAll()).toEqual(contents);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("is readable by other tar programs", async () => {
  await writeArchive(file, entriesOf(contents));
  const { stdout } = await run("tar", ["-tzf", file, "--quoting-style=literal"]);
  expect(stdout.trim().split("\n")).toEqual([...contents.map(([name]) => name), "checksum"]);
});

test("skips an unread entry", async () => {
  await writeArchive(file, entriesOf(contents));
  const names: string[] = [];
  for await (const { name } of readArchive(file)) names.push(name);
  expect(names).toEqual(contents.map(([name]) => name));
});

test("leaves no file if the entries fail, and reports the error", async () => {
  await expect(writeArchive(file, failing(new Error("no more")))).rejects.toThrow("no more");
  expect(await readdir(folder)).toEqual([]);
});

test("leaves no file if an entry has the wrong length", async () => {
  const short = { ...entryOf("a", "abc"), size: 4 };
  await expect(writeArchive(file, Readable.from([short]))).rejects.toThrow("Size mismatch");
  expect(await readdir(folder)).toEqual([]);
});

test("leaves only the earlier file if aborted", async () => {
  await writeFile(file, "before");
  const stop = new AbortController();
  const written = writeArchive(file, endless(stop), stop.signal);
  await expect(written).rejects.toThrow("aborted");
  expect(await readdir(folder)).toEqual(["a.tar.gz"]);
  expect(await readFile(file, "utf8")).toBe("before");
});

test("leaves no file if it cannot be written", async () => {
  await expect(writeArchive(path.join(folder, "none", "a"), entriesOf(contents))).rejects.toThrow("ENOENT");
});

describe("is detected as broken", () => {
  let whole: Buffer;
  beforeEach(async () => {
    await writeArchive(file, entriesOf([...contents, ["noise", randomBytes(50_000).toString("base64")]]));
    whole = await readFile(file);
  });

  test("wherever it is cut off", async () => {
    for (const share of [0.1, 0.5, 0.9]) {
      expect(await kindOf(whole.subarray(0, whole.length * share))).toBe("cut off");
    }
    expect(await kindOf(whole.subarray(0, -1))).toBe("cut off");
  });

  test("wherever a byte differs", async () => {
    for (const share of [0.3, 0.6, 0.9]) {
      const damaged = Buffer.from(whole);
      const place = Math.floor(whole.length * share);
      damaged.writeUInt8(damaged.readUInt8(place) ^ 0x10, place);
      expect(await kindOf(damaged)).toMatch(/damaged|cut off/);
    }
  });

  test("if it is a valid archive with other contents", async () => {
    const tar = gunzipSync(whole);
    const other = Buffer.from(tar);
    other.write("jello", tar.indexOf("hello"));
    expect(await kindOf(gzipSync(other))).toBe("damaged");
    // Without the last two entries: the tar is valid, but the checksum is missing.
    const before = tar.lastIndexOf("checksum");
    expect(await kindOf(gzipSync(Buffer.concat([tar.subarray(0, before), Buffer.alloc(1024)])))).toBe(
      "cut off",
    );
  });

  test("if it is not an archive", async () => {
    expect(await kindOf(Buffer.alloc(0))).toBe("foreign");
    expect(await kindOf(Buffer.from("PK\x03\x04 something else"))).toBe("foreign");
    expect(await kindOf(gzipSync("no tar, but quite a text ".repeat(100)))).toBe("foreign");
    expect(await kindOf(gzipSync(Buffer.alloc(1024)))).toBe("foreign");
  });

  async function kindOf(bytes: Buffer): Promise<string> {
    await writeFile(file, bytes);
    return readAll().then(
      () => "whole",
      (error) => error.kind ?? String(error),
    );
  }
});

test("a missing file is not reported as a broken archive", async () => {
  await expect(readAll()).rejects.toThrow("ENOENT");
});

async function* entriesOf(contents: [name: string, content: string][]): AsyncGenerator<Entry> {
  for (const [name, content] of contents) yield entryOf(name, content);
}

async function* failing(error: Error): AsyncGenerator<Entry> {
  yield entryOf("good", "x".repeat(1_000_000));
  throw error;
}

async function* endless(stop: AbortController): AsyncGenerator<Entry> {
  for (let n = 0; ; n++) {
    yield entryOf(`${n}`, randomBytes(500_000));
    if (n === 40) stop.abort();
  }
}

async function readAll(): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for await (const { name, body } of readArchive(file)) all.push([name, await text(Readable.from(body))]);
  return all;
}
