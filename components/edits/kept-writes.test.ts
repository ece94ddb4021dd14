import { describe, expect, it } from "vitest";
import {
  forgetWrite,
  fromKept,
  type KeptStorage,
  type KeptWrite,
  keepWrite,
  keptWrites,
  toKept,
} from "./kept-writes";

/** A storage with room for so many characters. */
function makeStorage(room = Number.POSITIVE_INFINITY): () => KeptStorage {
  const items = new Map<string, string>();
  const storage: KeptStorage = {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => void items.delete(name),
    setItem(name, value) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      items.set(name, value);
    },
  };
  return () => storage;
}

const kept: KeptWrite = {
  key: "k1",
  tab: "tab",
  identity: "me",
  databaseId: "base",
  tableId: "table",
  at: 2,
  changeSetId: "c1",
  changeSetName: "fill",
  edits: [{ recordId: "r1", fieldId: "f1", value: ["x"], draft: "x", held: [null, 1] }],
};

describe("writes kept in the browser", () => {
  it("are restored unchanged, oldest first, until they are forgotten", () => {
    const storage = makeStorage();
    expect([kept, { ...kept, key: "k0", at: 1 }].map((each) => keepWrite(storage, each))).toEqual([
      true,
      true,
    ]);
    expect(keptWrites(storage).map(({ key }) => key)).toEqual(["k0", "k1"]);
    forgetWrite(storage, "k0");
    expect(keptWrites(storage)).toEqual([kept]);
  });

  it("are sent as they were made", () => {
    const write = fromKept(kept);
    expect(write).toMatchObject({ key: "k1", edits: [{ value: ["x"], opened: { held: [null, 1] } }] });
    expect(toKept(write, kept)).toEqual(kept);
  });

  it("report a full or missing storage, and leave foreign entries alone", () => {
    expect(keepWrite(makeStorage(10), kept)).toBe(false);
    const none = () => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(keepWrite(none, kept)).toBe(false);
    expect(keptWrites(none)).toEqual([]);
    const storage = makeStorage();
    storage().setItem("rowhouse.write.other", "{");
    storage().setItem("theme", "dark");
    expect(keptWrites(storage)).toEqual([]);
    expect(storage().length).toBe(2);
  });
});
