import { describe, expect, it } from "vitest";
import type { Field, FieldUpdate } from "@/lib/contract/fields";
import { linesOf, lossTexts } from "./loss-texts";

const rating = {
  id: "f1",
  name: "MPAA Rating",
  type: "single_select",
  template: {
    options: [
      { value: "aaaa", label: "R", color: "gray" },
      { value: "bbbb", label: "PG", color: "blue" },
    ],
  },
  order: 0,
} as unknown as Field;
const conversion = (lost: number, values: { value: unknown; count: number }[] = []) => ({
  convertible: 3,
  lost,
  examples: [],
  values,
});

describe("lossTexts", () => {
  it("names the new type", () => {
    const field = { ...rating, name: "Director", type: "single_line_text", template: {} } as unknown as Field;
    const texts = lossTexts(field, { change: { type: "number" }, conversion: conversion(1_870) });
    expect(texts.description).toBe("1,870 values can't be converted to Number and will be cleared:");
    expect(texts.words.confirm).toBe("Convert and clear 1,870 cells");
  });

  it("names the computed fields that would break", () => {
    const dependents = ["Total", "Tax"].map((name) => ({ fieldId: `f${name}`, tableId: "t", name }));
    const texts = (lost: number) =>
      lossTexts(rating, { change: { type: "attachments" }, conversion: { ...conversion(lost), dependents } });
    expect(texts(0)).toMatchObject({
      title: "Convert “MPAA Rating” to Attachments?",
      description: "“Total” and “Tax” can't be computed from Attachments and will show an error.",
      isListed: false,
    });
    expect(texts(1).description).toMatch(/^“Total” and “Tax” will show an error. 1 value can't be converted/);
  });

  it("counts the records that are created for missing names", () => {
    const texts = (lost: number) =>
      lossTexts(rating, {
        change: { type: "linked_record" },
        conversion: { ...conversion(lost), created: 12 },
      });
    expect(texts(0)).toMatchObject({
      description: "12 records will be created for missing names.",
      words: { confirm: "Convert and create 12 records" },
      isListed: false,
    });
    expect(texts(2).description).toMatch(/^12 records will be created for missing names. 2 values can't be/);
  });

  it("names removed options and the number of records", () => {
    const change = { template: { options: [{ value: "bbbb", label: "PG" }] } } as unknown as FieldUpdate;
    const texts = lossTexts(rating, { change, conversion: conversion(1_194) });
    expect([texts.title, texts.description, texts.words.confirm]).toEqual([
      "Remove the option “R”?",
      "1,194 records use “R”. It will be removed from those cells.",
      "Remove from 1,194 records",
    ]);
    const replaced = lossTexts(rating, { change, conversion: conversion(1_194) }, { aaaa: "bbbb" });
    expect([replaced.description, replaced.words.confirm]).toEqual([
      "1,194 records use “R”.",
      "Replace in 1,194 records",
    ]);
    const all = { template: { options: [] } } as unknown as FieldUpdate;
    expect(lossTexts(rating, { change: all, conversion: conversion(1) }).description).toMatch(
      /^1 record uses “R” or “PG”\. /,
    );
  });

  it("names the settings otherwise", () => {
    const texts = lossTexts(rating, { change: { template: {} }, conversion: conversion(1) });
    expect(texts.description).toBe("1 value doesn't fit the new settings and will be cleared:");
  });
});

describe("linesOf", () => {
  it("counts exactly, lists the most frequent values first, and sums up the rest", () => {
    const values = [
      { value: "a", count: 1 },
      { value: "Warner Bros.", count: 308 },
      { value: "A", count: 2 },
    ];
    expect(linesOf(conversion(318, values), (value) => String(value).toUpperCase())).toEqual({
      shown: [
        { text: "WARNER BROS.", count: 308 },
        { text: "A", count: 3 },
      ],
      more: 7,
    });
  });
});
