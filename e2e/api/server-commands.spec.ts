/** The server's program without the launcher, as in a container. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";

const run = promisify(execFile);

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse-test-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command that must not touch the data folder. */
async function call(...given: string[]) {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: "",
    ROWHOUSE_DATA_DIR: folder,
  } as const;
  const ended = await run(process.execPath, ["dist/server.mjs", ...given], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code, text: stderr }),
  );
  expect(await readdir(folder)).toEqual([]);
  return ended;
}

test("commands print their usage and refuse what they do not know, without doing anything", async () => {
  for (const name of ["start", "key", "owner-link", "backup", "restore"]) {
    expect(await call(name, "--help")).toEqual({ code: 0, text: expect.stringContaining("Usage: npm ") });
    expect(await call(name, "--nonsense")).toEqual({
      code: 1,
      text: expect.stringContaining("Unknown option '--nonsense'."),
    });
  }
  expect((await call("sign-in")).text).toContain("Unknown command. Available commands: start, ");
});
