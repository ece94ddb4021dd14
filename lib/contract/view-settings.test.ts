import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aggregateFunctions } from "./aggregate-functions";
import type { Field } from "./fields";
import type { Filter } from "./filters";
import {
  maxSettingsLength,
  ownSettings,
  pruneSettings,
  readSettings,
  type ViewSettings,
  writeSettings,
} from "./view-settings";
import type { ViewConfig } from "./views";

const name = field("fName111111", "single_line_text");
const size = field("fSize111111", "number");
const tags = field("fTags111111", "multiple_select", { options: [{ label: "Red" }] });
const stage = field("fStage11111", "single_select", { options: [{ label: "Open" }] });
const day = field("fDay1111111", "date");
const fields = [name, size, tags, stage, day];

describe("in an address", () => {
  it("settings survive a round trip", () => {
    const id = fc.constantFrom(...fields.map((each) => each.id));
    const orders = (max: number) =>
      fc.array(fc.record({ fieldId: id, direction: fc.constantFrom("asc" as const, "desc" as const) }), {
        maxLength: max,
      });
    const condition = fc.record({ field: id, contains: fc.string({ minLength: 1, unit: "binary" }) });
    const filter: fc.Arbitrary<Filter | null> = fc.option(
      fc.oneof(
        condition,
        fc.array(condition, { maxLength: 3 }).map((and) => ({ and })),
      ),
    );
    const keys = fc.array(
      fc.oneof(
        fc.constantFrom("1234", "true", "s123", crypto.randomUUID()),
        fc.nat(10),
        fc.boolean(),
        fc.constant(null),
      ),
    );
    const settings: fc.Arbitrary<ViewSettings> = fc.record(
      {
        filter,
        sorts: orders(4),
        groups: orders(3),
        hiddenFieldIds: fc.array(id),
        orderedFieldIds: fc.array(id),
        fieldWidths: fc.dictionary(id, fc.integer({ min: 1, max: 1_000 })),
        rowHeight: fc.integer({ min: 16, max: 400 }),
        frozenFieldCount: fc.nat(9),
        stackFieldId: fc.option(id),
        startFieldId: fc.option(id),
        endFieldId: fc.option(id),
        colorFieldId: fc.option(id),
        scale: fc.constantFrom("month" as const, "week" as const, "day" as const, "list" as const),
        weekStart: fc.constantFrom("monday" as const, "sunday" as const, "saturday" as const),
        cardSize: fc.constantFrom("small" as const, "medium" as const, "large" as const),
        coverFieldId: fc.option(id),
        coverFit: fc.constantFrom("crop" as const, "fit" as const),
        hideEmptyStacks: fc.boolean(),
        stackOrder: keys,
        collapsedStacks: keys,
        stackAggregate: fc.option(
          fc.record({ fieldId: id, function: fc.constantFrom(...aggregateFunctions) }),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, (given) => {
        const written = writeSettings(given);
        fc.pre(written !== null);
        const address = new URL("http://localhost/");
        address.searchParams.set("settings", written ?? "");
        const read = readSettings(new URL(address.href).searchParams.get("settings") ?? "");
        expect(read).toEqual(given);
      }),
    );
  });

  it("they are short and legible", () => {
    const settings: ViewSettings = {
      sorts: [{ fieldId: size.id, direction: "desc" }],
      hiddenFieldIds: [tags.id],
      rowHeight: 56,
    };
    expect(writeSettings(settings)).toBe("sort-fSize111111.desc_hide-fTags111111_height-56");
    expect(writeSettings({})).toBe("");
    expect(readSettings("")).toEqual({});
  });

  it.each([
    "x",
    "sort",
    "sort-fA.up",
    "height-tall",
    "height-56_height-32",
    "height-1e9",
    "frozen--1",
    "fit-stretch",
    "scale-year",
    "week-friday",
    "card-huge",
    "hideempty-maybe",
    "stackorder-saaaa.maybe",
    "collapsed-s",
    "aggregate-fA",
    "aggregate-fA.mode",
    "width-fA.x",
    "filter-{",
    'filter-{"and":[{"field":1}]}',
    "hide-fA_unknown-1",
    "%00",
    `hide-${"f".repeat(maxSettingsLength)}`,
  ])("%s is not valid", (written) => {
    expect(readSettings(written)).toBeNull();
  });

  it("settings that are too long are omitted", () => {
    const contains = "ä".repeat(maxSettingsLength / 6 + 1);
    expect(writeSettings({ filter: { field: name.id, contains } })).toBeNull();
  });
});

describe("settings that the table no longer supports are removed", () => {
  it("unknown fields, sorting by a list, and duplicates", () => {
    const settings: ViewSettings = {
      sorts: [order("fGone111111"), order(tags.id), order(size.id), order(size.id), order("createdAt")],
      groups: [order("createdAt"), order(stage.id)],
      hiddenFieldIds: ["fGone111111", size.id],
      orderedFieldIds: [size.id, "fGone111111", name.id],
      fieldWidths: { fGone111111: 9, [size.id]: 90 },
      rowHeight: 56,
    };
    expect(pruneSettings(settings, fields)).toEqual({
      sorts: [order(size.id), order("createdAt")],
      groups: [order(stage.id)],
      hiddenFieldIds: [size.id],
      orderedFieldIds: [size.id, name.id],
      fieldWidths: { [size.id]: 90 },
      rowHeight: 56,
    });
  });

  it("a stack field that cannot be stacked by, and other single fields", () => {
    const settings: ViewSettings = { stackFieldId: stage.id, collapsedStacks: [null], hideEmptyStacks: true };
    expect(pruneSettings(settings, fields)).toEqual(settings);
    const gone: ViewSettings = {
      stackFieldId: size.id,
      coverFieldId: stage.id,
      stackAggregate: { fieldId: "fGone111111", function: "sum" },
      hideEmptyStacks: true,
    };
    expect(pruneSettings(gone, fields)).toEqual({ hideEmptyStacks: true });
  });

  it("dates and colours of fields that have none", () => {
    const settings: ViewSettings = { startFieldId: day.id, endFieldId: day.id, colorFieldId: stage.id };
    expect(pruneSettings(settings, fields)).toEqual(settings);
    const gone = { startFieldId: size.id, endFieldId: "fGone111111", colorFieldId: tags.id };
    expect(pruneSettings({ ...gone, scale: "week" }, fields)).toEqual({ scale: "week" });
  });

  it("a setting of which nothing remains, so that the saved one applies", () => {
    const gone = { sorts: [order("fGone111111")], filter: { field: "fGone111111", contains: "a" } };
    expect(pruneSettings(gone, fields)).toEqual({});
    const none = { sorts: [], filter: null, hiddenFieldIds: [] };
    expect(pruneSettings(none, fields)).toEqual(none);
  });

  it("conditions that a field does not support, and the groups they leave empty", () => {
    const stays: Filter = { field: stage.id, equals: "Open" };
    const filter: Filter = {
      and: [
        stays,
        { field: stage.id, in: ["Open", "Gone"] },
        { field: size.id, contains: "1" },
        { or: [{ field: "fGone111111", is_empty: true }] },
      ],
    };
    expect(pruneSettings({ filter }, fields)).toEqual({ filter: { and: [stays] } });
    const labels: Filter = {
      or: [
        { field: stage.id, starts_with: "Sh" },
        { field: tags.id, contains: "Red" },
      ],
    };
    expect(pruneSettings({ filter: labels }, fields)).toEqual({ filter: labels });
  });
});

it("own settings are those that differ from the saved ones", () => {
  const saved = { sorts: [], rowHeight: 32, hiddenFieldIds: ["a"] } as unknown as ViewConfig;
  expect(ownSettings({ sorts: [], rowHeight: 56, hiddenFieldIds: [] }, saved)).toEqual({
    rowHeight: 56,
    hiddenFieldIds: [],
  });
});

function order(fieldId: string) {
  return { fieldId, direction: "asc" as const };
}

function field(id: string, type: string, template: Field["template"] = {}): Field {
  return { id, name: id, type, template, order: 0 };
}
