import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { backupName, chooseBackupFile, outdated } from "./backup-files";

describe("a requested backup", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "rowhouse-backups-"));
    return () => rm(folder, { recursive: true });
  });

  test("goes into the data folder, named after its time", async () => {
    const file = await chooseBackupFile(undefined, path.join(folder, "data"));
    expect(path.dirname(file)).toBe(path.join(folder, "data", "backups"));
    expect(path.basename(file)).toMatch(/^rowhouse-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.gz$/);
  });

  test("goes to the given place, as a new file in an existing folder", async () => {
    expect(await chooseBackupFile(path.join(folder, "mine"), "/x")).toBe(path.join(folder, "mine"));
    expect(path.dirname(await chooseBackupFile(folder, "/x"))).toBe(folder);
  });

  test("does not overwrite a file", async () => {
    const file = path.join(folder, "taken");
    await writeFile(file, "");
    await expect(chooseBackupFile(file, "/x")).rejects.toThrow(`${file} exists already`);
  });

  test("needs a folder to go into", async () => {
    const none = path.join(folder, "none");
    await expect(chooseBackupFile(path.join(none, "a"), "/x")).rejects.toThrow(`There is no folder ${none}.`);
  });
});

test("the newest three backups before migrations are kept", () => {
  const at = (day: number, migration: string) =>
    backupName(new Date(Date.UTC(2026, 0, day)), `before-${migration}`);
  const names = [at(5, "0001_z"), at(3, "0003_b"), at(4, "0002_a"), at(1, "0004_c"), at(2, "0002_a")];
  const others = [backupName(new Date(0)), "before-I-forget.txt", "notes"];
  const cutOff = `${at(9, "0009_x")}.12ab34cd.part`;
  expect(outdated([...names, ...others, cutOff])).toEqual([at(1, "0004_c"), at(2, "0002_a"), cutOff]);
  expect(outdated(names.slice(0, 3))).toEqual([]);
  expect(outdated([])).toEqual([]);
});
