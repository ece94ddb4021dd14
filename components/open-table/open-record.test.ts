import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeRecord, openRecord, switchToRecord } from "./open-record";

const page = "http://localhost/database/d/t/v";

describe("the address of an open record", () => {
  beforeEach(() => start(page));
  afterEach(() => vi.unstubAllGlobals());

  it("contains it, and Back closes it again", () => {
    openRecord("a");
    expect(address()).toBe(`${page}?record=a`);
    window.history.go(-1);
    expect(address()).toBe(page);
  });

  it("replaces it by another, so that closing leads back to the page without one", () => {
    openRecord("a");
    switchToRecord("b");
    switchToRecord("c");
    expect(address()).toBe(`${page}?record=c`);
    closeRecord();
    expect(address()).toBe(page);
    expect(entries.length).toBe(2);
  });

  it("is left together with all records opened from it", () => {
    openRecord("a");
    openRecord("b");
    switchToRecord("c");
    openRecord("d");
    window.history.go(-1);
    expect(address()).toBe(`${page}?record=c`);
    closeRecord();
    expect(address()).toBe(page);
  });

  it("drops a record that was there from the start, and keeps the rest", () => {
    start(`${page}?record=a&x=1`);
    closeRecord();
    expect(address()).toBe(`${page}?x=1`);
    start(`${page}?record=a`);
    openRecord("b");
    switchToRecord("c");
    closeRecord();
    expect(address()).toBe(page);
  });

  it("stays the same for a record already open, which gets the focus", () => {
    openRecord("a");
    openRecord("a");
    expect(entries.length).toBe(2);
    expect(focus).toHaveBeenCalledOnce();
  });
});

interface Entry {
  readonly state: unknown;
  readonly url: string;
}

let entries: Entry[] = [];
let at = 0;
const focus = vi.fn();

function start(url: string): void {
  entries = [{ state: null, url }];
  at = 0;
  focus.mockClear();
  vi.stubGlobal("document", { getElementById: () => ({ focus }) });
  vi.stubGlobal("window", {
    get location() {
      return { href: address() };
    },
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state: unknown, _: string, to: URL) {
        entries = [...entries.slice(0, at + 1), { state, url: to.href }];
        at += 1;
      },
      replaceState(state: unknown, _: string, to: URL) {
        entries[at] = { state, url: to.href };
      },
      go(by: number) {
        at += by;
      },
    },
  });
}

function address(): string {
  return entries[at]?.url ?? "";
}
