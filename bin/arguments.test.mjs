import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { checkArguments } from "./arguments.mjs";

const run = promisify(execFile);
const all = [
  ...[
    "start",
    "build",
    "dev",
    "key",
    "owner-link",
    "backup",
    "restore",
    "test",
    "test:long",
    "soak",
    "faults",
  ],
  ...["screenshots", "bench", "bench:grid"],
];

test.each(all)("%s prints its usage for --help and does nothing else", async (name) => {
  for (const flag of ["--help", "-h"]) {
    const { stdout, stderr } = await run(process.execPath, ["bin/rowhouse.mjs", name, flag]);
    expect(stdout).toContain(`Usage: npm ${["start", "test"].includes(name) ? "" : "run "}${name}`);
    expect(stderr).toBe("");
  }
});

test.each([
  ["key", ["--force"], "Unknown option '--force'"],
  ["key", ["Website"], "Unknown argument 'Website'"],
  ["key", ["--name"], "Option '--name <value>' argument missing"],
  ["start", ["--port", "80"], "Unknown option '--port'"],
  ["owner-link", ["owner"], "Unknown argument 'owner'"],
  ["start", ["production"], "Unknown argument 'production'"],
  ["backup", ["a", "b"], "Unknown argument 'b'"],
  ["restore", ["--all", "a"], "Unknown option '--all'"],
  ["bench", ["fast"], "Unknown argument 'fast'"],
])("%s refuses %j", (name, given, sentence) => {
  expect(() => checkArguments(name, given)).toThrow(`${sentence}.\n\n  Usage: npm`);
});

test.each([
  ["key", []],
  ["key", ["--name", "Website", "--scopes=read,write", "--expires", "2030-01-31T09:30:00Z"]],
  ["backup", []],
  ["backup", ["/mnt/usb"]],
  ["restore", ["a.tar.gz"]],
  ["restore", ["a.tar.gz", "--revoke-keys"]],
  ["test", ["e2e/api", "-g", "words", "--workers=1"]],
])("%s accepts %j", (name, given) => {
  expect(checkArguments(name, given)).toBeUndefined();
});
