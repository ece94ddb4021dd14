import type { GeneratorValue } from "fast-check";
import fc from "fast-check";
import { type FunctionEntry, functions, itemOf, type Param, type Scalar, type Type } from "../lib/formulas";
import { raw } from "../lib/formulas/sql";
import type { TestField } from "./formula-postgres";

/** A record with ordinary values, blanks, errors and the ends of ranges. */
export const recordFields: readonly TestField[] = [
  ...valuesOf("number", "numeric", ["12.5", "4", "-0.1", "1e308", "1e-300", "123456789.987654321"]),
  ...valuesOf("text", "text", [
    `''`,
    `'Ada'`,
    `'👍🏽 é\n'`,
    `'2026-03-29T02:30'`,
    `'b, "c" \\ {d}'`,
    `'(a+)+$'`,
  ]),
  ...valuesOf("checkbox", "boolean", ["true", "false"]),
  ...valuesOf("date", "date", [`'2026-03-29'`, `'2024-02-29'`, `'0001-01-01'`, `'9999-12-31'`]),
  ...valuesOf("datetime", "timestamptz", [
    `'2026-03-29T00:30:00Z'`,
    `'2026-10-25T00:59:59.999Z'`,
    `'0001-01-01T00:00:00Z'`,
    `'9999-12-31T23:59:59.999Z'`,
  ]).map((field) => ({ ...field, zone: "Europe/Berlin" })),
  ...valuesOf("number[]", "numeric[]", [`'{3, NULL, 5}'`, `'{}'`]),
  ...valuesOf("text[]", "text[]", [`'{red, NULL, "", red}'`, `'{2026-03-30}'`]),
  ...valuesOf("checkbox[]", "boolean[]", [`'{true, NULL, false}'`]),
  ...valuesOf("date[]", "date[]", [`'{2026-03-30, NULL}'`]),
  ...valuesOf("datetime[]", "timestamptz[]", [`'{2026-03-29T00:30:00Z, NULL}'`]),
];

/** One field for each value, one that is blank, and one in error. */
function valuesOf(type: Type, sqlType: string, values: readonly string[]): TestField[] {
  const name = (index: number | string) => `${type.replace("[]", " list")} ${index}`;
  const id = (index: number | string) =>
    `f${type.replace("[]", "X").slice(0, 4)}${type.length}${index}`.padEnd(11, "X").slice(0, 11);
  const nothing = raw(`NULL::${sqlType}`);
  return [
    ...values.map((value, index) => ({
      id: id(index + 1),
      name: name(index + 1),
      type,
      value: raw(`${value}::${sqlType}`),
    })),
    { id: id("Blank"), name: name("blank"), type, value: type === "checkbox" ? raw("false") : nothing },
    { id: id("Error"), name: name("error"), type, value: nothing, valueError: raw(`'DIV0'::text`) },
  ];
}

const literals: Readonly<Record<Scalar, readonly string[]>> = {
  number: [
    "0",
    "1",
    "-1",
    "2.5",
    "-0.5",
    "50%",
    "1e300",
    "1e-300",
    "99999.123456",
    "1e15",
    "3000000",
    "12",
    "PI()",
  ],
  text: [
    `""`,
    `"a"`,
    `"👍b"`,
    `"2026-03-29"`,
    `"2026-02-30"`,
    `"-5%"`,
    `"\\\\n$1("`,
    `"B,a;b"`,
    `REPT("ab", 50000)`,
  ],
  checkbox: ["TRUE", "FALSE"],
  date: [`DATE(2026, 3, 29)`, `DATE(9999, 12, 1)`, `TODAY()`],
  datetime: [`CREATED_TIME()`, `SET_TIMEZONE("2026-03-08T07:30:00Z", "America/New_York")`],
};

/** Literals for parameters that want some of their own. */
const meant: Readonly<Record<string, readonly string[]>> = {
  unit: [
    `"ms"`,
    `"seconds"`,
    `"m"`,
    `"Hours"`,
    `"day"`,
    `"w"`,
    `"M"`,
    `"quarters"`,
    `"y"`,
    `"MD"`,
    `"YD"`,
    `"YM"`,
  ],
  start_day: [`"Sunday"`, `"monday"`],
  timezone: [`"UTC"`, `"Asia/Kolkata"`, `"Australia/Lord_Howe"`],
  format: [
    `"YYYY-MM-DD HH:mm:ss.SSS Z"`,
    `"D MMM YY w ww d E x X [at]"`,
    `"#,##0.0##;(0%)"`,
    `"0.00E+00"`,
    `""`,
  ],
  holidays: [`"2026-03-30, 2026-04-03"`, `""`],
  regex: [`"\\\\d+"`, `"(a|b)*"`, `"^$"`, `"["`],
};

const scalars = ["number", "text", "checkbox", "date", "datetime"] as const;

/** The clock runs on between two statements, so NOW() differs. */
const usable = functions.filter(({ name }) => name !== "NOW");

/** A random formula, of which most have no mistake. */
export function randomFormula(pick: GeneratorValue): string {
  return expression(pick, one(pick, scalars), pick(fc.integer, { min: 1, max: 4 }));
}

/** A random call of a function with fields and literals, if wanted with an error in one argument. */
export function randomCall(pick: GeneratorValue, entry: FunctionEntry, hasError = false): string {
  if (!hasError) return callOf(pick, entry, 0);
  const [params, shared] = paramsOf(pick, entry);
  const places = params.flatMap(({ isConstant }, index) => (isConstant ? [] : [index]));
  const place = one(pick, places);
  const args = params.map((param, index) =>
    index === place ? `{${typeOf(pick, param, shared)} error}` : argument(pick, param, 0, shared),
  );
  return `${entry.name}(${args.join(", ")})`;
}

/** An expression of any type that fits the wanted one, or nearly. */
function expression(pick: GeneratorValue, wanted: Type, depth: number): string {
  if (depth === 0 || pick(fc.integer, { min: 0, max: 9 }) === 0) return leaf(pick, wanted);
  if (pick(fc.integer, { min: 0, max: 4 }) === 0) {
    const [left, operator, right] = operation(pick, wanted);
    return `(${expression(pick, left, depth - 1)} ${operator} ${expression(pick, right, depth - 1)})`;
  }
  return callOf(pick, one(pick, usable.filter(isFor(wanted))), depth - 1, wanted);
}

/** Types of operands, and an operator between them. */
function operation(pick: GeneratorValue, wanted: Type): readonly [Type, string, Type] {
  if (wanted === "number") return ["number", one(pick, ["+", "-", "*", "/", "^"]), "number"];
  if (wanted === "date" || wanted === "datetime") return [wanted, one(pick, ["+", "-"]), "number"];
  if (wanted === "text") return [one(pick, scalars), "&", "text"];
  const compared = one(pick, scalars);
  return [compared, one(pick, ["=", "!=", "<", "<=", ">", ">="]), compared];
}

function isFor(wanted: Type): (entry: FunctionEntry) => boolean {
  return ({ result, group, name }) => {
    if (wanted.endsWith("[]"))
      return typeof result === "function" && group === "lists" && name.startsWith("ARRAY");
    if (typeof result !== "function") return result === "result" || result === wanted;
    return group === "dates" ? wanted.startsWith("date") : !name.startsWith("ARRAY");
  };
}

function callOf(pick: GeneratorValue, entry: FunctionEntry, depth: number, wanted: Type = "number"): string {
  const [params, shared] = paramsOf(pick, entry, wanted);
  return `${entry.name}(${params.map((param) => argument(pick, param, depth, shared)).join(", ")})`;
}

/** Parameters for a random number of arguments, and the type of those that share one. */
function paramsOf(
  pick: GeneratorValue,
  entry: FunctionEntry,
  wanted?: Type,
): readonly [readonly Param[], Type] {
  const params = entry.params.filter((param) => !param.optional || pick(fc.boolean));
  const repeated = params.filter((param) => param.repeated);
  const rounds = repeated.length > 0 ? pick(fc.integer, { min: 0, max: 2 }) : 0;
  const all = [...params, ...Array.from({ length: rounds }, () => repeated).flat()];
  return [all, entry.result === "result" && wanted ? wanted : one(pick, scalars)];
}

function argument(pick: GeneratorValue, param: Param, depth: number, shared: Type): string {
  const own = meant[param.name];
  if (own && (param.isConstant || pick(fc.integer, { min: 0, max: 3 }) > 0)) return one(pick, own);
  const type = typeOf(pick, param, shared);
  return expression(pick, param.list && pick(fc.boolean) ? (`${itemOf(type)}[]` as Type) : type, depth);
}

function typeOf(pick: GeneratorValue, { type }: Param, shared: Type): Type {
  if (type === "result" || type === "compared") return shared;
  if (type === "items" || type === "any") return one(pick, scalars);
  if (type === "moment") return one(pick, ["date", "datetime", "text"] as const);
  return type;
}

function leaf(pick: GeneratorValue, wanted: Type): string {
  const fields = recordFields.filter(({ type }) => type === wanted).map(({ name }) => `{${name}}`);
  const known = literals[wanted as Scalar] ?? [];
  return one(pick, [...fields, ...fields, ...known, "BLANK()"]);
}

function one<Value>(pick: GeneratorValue, values: readonly Value[]): Value {
  return values[pick(fc.integer, { min: 0, max: values.length - 1 })] as Value;
}
