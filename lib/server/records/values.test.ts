import { describe, expect, test } from "vitest";
import type { ErrorDetail } from "../../contract/errors";
import type { WrittenValues } from "../../contract/records";
import { fieldType } from "../../field-types";
import { noRules } from "../access/rules";
import { makeSchema, prepareField, type SchemaField, type TableSchema } from "../structure/schemas";
import { collect, presentValue, readValues } from "./values";

const name = schemaField("fNAME", "Name", "single_line_text");
const age = schemaField("fAGE", "Age", "number");
const done = schemaField("fDONE", "Done", "checkbox");
const stage = schemaField("fSTAGE", "Stage", "single_select", {
  options: [{ value: "aaaa", label: "Open" }],
});
/** Named like the id of another field. */
const namesake = schemaField("fOTHER", "fAGE", "long_text");
const schema = schemaOf([name, age, done, stage, namesake]);

describe("valid values", () => {
  test.each<[written: object, set: object, cleared: string[]]>([
    [{}, {}, []],
    [{ Name: "Ada" }, { fNAME: "Ada" }, []],
    [{ fNAME: "Ada", Age: 36 }, { fNAME: "Ada", fAGE: 36 }, []],
    [{ Age: "36.5" }, { fAGE: 36.5 }, []],
    [{ Name: "" }, { fNAME: "" }, []],
    [{ Name: null, Age: null, Done: null, Stage: null }, {}, ["fNAME", "fAGE", "fDONE", "fSTAGE"]],
    [{ Done: true }, { fDONE: true }, []],
    [{ Done: false }, {}, ["fDONE"]],
    [{ Stage: "Open" }, { fSTAGE: "aaaa" }, []],
    [{ fAGE: 1, fOTHER: "x" }, { fAGE: 1, fOTHER: "x" }, []],
  ])("%j", (written, set, cleared) => {
    const { changes, details } = readInto(written);
    expect(details).toEqual([]);
    expect(changes).toEqual({ set, cleared, links: [] });
  });
});

describe("invalid values", () => {
  const known = 'is not a field of this table; its fields are "Name", "Age", "Done", "Stage", "fAGE"';
  test.each<[written: object, ...details: [path: string, message: string][]]>([
    [{ Age: "x" }, ["record.Age", 'takes a number, such as 12.5; "x" is not one']],
    [{ fDONE: "true" }, ["record.fDONE", "takes true or false, not text"]],
    [{ name: "Ada" }, ["record.name", known]],
    [{ constructor: 1 }, ["record.constructor", known]],
    [JSON.parse('{"__proto__":1}'), ["record.__proto__", known]],
    [{ "": 1 }, ["record.", known]],
    [{ Name: "a", fNAME: "a" }, ["record.fNAME", 'is the same field as "Name"; give it only once']],
    [{ fNAME: null, Name: "a" }, ["record.Name", 'is the same field as "fNAME"; give it only once']],
    [
      { Age: [], Nope: 1, Stage: "Shut" },
      ["record.Age", "takes a number, not a list"],
      ["record.Nope", known],
      ["record.Stage", 'has no option "Shut"; the options are "Open"'],
    ],
  ])("%j", (written, ...details) => {
    expect(readInto(written).details).toEqual(details.map(([path, message]) => ({ path, message })));
  });

  test("of many fields, the message names the first", () => {
    const many = schemaOf(
      Array.from({ length: 25 }, (_, index) => schemaField(`f${index}`, `n${index}`, "number")),
    );
    const details: ErrorDetail[] = [];
    readValues(many, { x: 1 }, collect("record", details));
    expect(details[0]?.message).toMatch(/its fields are "n0", .*, "n19" and 5 more$/);
  });
});

describe("responses", () => {
  test.each<[field: SchemaField, stored: unknown, value: unknown]>([
    [name, "Ada", "Ada"],
    [name, "", ""],
    [name, undefined, null],
    [age, 0, 0],
    [age, undefined, null],
    [done, true, true],
    [done, undefined, false],
    [stage, "aaaa", "Open"],
    [stage, "gone", null],
    [stage, undefined, null],
  ])("%# a cell", (field, stored, value) => {
    expect(presentValue(field, stored)).toBe(value);
  });
});

function readInto(written: object) {
  const details: ErrorDetail[] = [];
  const changes = readValues(schema, written as WrittenValues, collect("record", details));
  return { changes, details };
}

function schemaField(id: string, label: string, type: string, given: object = {}): SchemaField {
  return prepareField({ id, name: label, type, template: fieldType(type).template.parse(given) });
}

function schemaOf(fields: SchemaField[]): TableSchema {
  const rest = {
    rules: noRules("0123456789abcdef"),
    databaseId: "0123456789abcdef",
    version: 1,
    primaryFieldId: fields[0]?.id ?? "",
  };
  return makeSchema({ id: "tTABLE", ...rest, fields });
}
