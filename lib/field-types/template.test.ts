import { describe, expect, test } from "vitest";
import { tryParse } from "../contract/parse";
import { fieldType } from ".";
import { carriedTemplate, changedTemplate, newTemplate } from "./template";

const link = fieldType("linked_record");
const stored = {
  tableId: "tAbcdefghij",
  allowMultiple: true,
  isInverse: false,
  inverseFieldId: "fAbcdefghij",
};

describe("a new template", () => {
  test("gets defaults", () => {
    expect(newTemplate(fieldType("number")).parse({})).toEqual({ decimalPlaces: 1, numberFormat: "local" });
    expect(newTemplate(link).parse({ tableId: "People" })).toEqual({
      tableId: "People",
      allowMultiple: true,
    });
  });

  test.each<[type: string, given: unknown, problems: [path: string, message: string][]]>([
    ["linked_record", {}, [["tableId", "is required"]]],
    ["linked_record", [], [["", "takes an object, not a list"]]],
    ["linked_record", { tableId: "t", isInverse: false }, [["isInverse", "is set by the server; omit it"]]],
    ["lookup", { linkFieldId: "f" }, [["targetFieldId", "is required"]]],
  ])("of %s is not %j", (type, given, problems) => {
    expect(problemsOf(newTemplate(fieldType(type)), given)).toEqual(problems);
  });
});

describe("a changed template", () => {
  test("keeps omitted keys", () => {
    const number = changedTemplate(fieldType("number"), { decimalPlaces: 3, numberFormat: "local" });
    expect(number.parse({ numberFormat: "space_comma" })).toEqual({
      decimalPlaces: 3,
      numberFormat: "space_comma",
    });
    expect(changedTemplate(link, stored).parse({ allowMultiple: false })).toEqual({
      ...stored,
      allowMultiple: false,
    });
  });

  test("may be sent back unchanged", () => {
    for (const previous of [stored, { tableId: "t", allowMultiple: false }]) {
      expect(changedTemplate(link, previous).parse(previous)).toEqual(previous);
    }
  });

  test("is merged with the previous one", () => {
    const previous = {
      options: [{ value: "aaaa", label: "Open", color: "red" }],
      disableColors: false,
    };
    const select = changedTemplate(fieldType("single_select"), previous);
    expect(select.parse({ disableColors: true })).toEqual({ ...previous, disableColors: true });
    expect(select.parse({ options: [{ label: "Open" }] })).toEqual(previous);
    expect(problemsOf(select, { options: [{ value: "bbbb", label: "Done" }] })).toEqual([
      ["options.0.value", "is not the value of an existing option; omit it to create a new option"],
    ]);
  });

  test.each<[given: unknown, problems: [path: string, message: string][]]>([
    [{ inverseFieldId: "fOther" }, [["inverseFieldId", "is set by the server and cannot be changed"]]],
    [{ allowMultiple: "yes" }, [["allowMultiple", "takes true or false, not text"]]],
    [{ tableID: "t" }, [["", "is not a known key. Known keys: tableId, allowMultiple"]]],
    [JSON.parse('{ "__proto__": 1 }'), [["", "is not a known key. Known keys: tableId, allowMultiple"]]],
    [null, [["", "takes an object, not null"]]],
  ])("is not %j", (given, problems) => {
    expect(problemsOf(changedTemplate(link, stored), given)).toEqual(problems);
  });
});

test.each<[template: object, type: string, carried: object]>([
  [
    { decimalPlaces: 2, numberFormat: "space_comma" },
    "currency",
    { decimalPlaces: 2, numberFormat: "space_comma" },
  ],
  [{ decimalPlaces: 2, numberFormat: "space_comma" }, "rating", {}],
  [{ dateFormat: "eu" }, "datetime", { dateFormat: "eu" }],
  [
    { options: [{ value: "aaaa", label: "A", color: "red" }] },
    "multiple_select",
    { options: [{ value: "aaaa", label: "A", color: "red" }] },
  ],
  [stored, "single_line_text", {}],
])("of %j, a field converted to %s keeps %j", (template, type, carried) => {
  expect(carriedTemplate(template, fieldType(type))).toEqual(carried);
});

function problemsOf(shape: ReturnType<typeof newTemplate>, given: unknown) {
  const { error } = tryParse(shape, given);
  return error?.issues.map((issue) => [issue.path.join("."), issue.message]);
}
