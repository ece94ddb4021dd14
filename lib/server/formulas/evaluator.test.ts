/**
 * Compares arithmetic, texts, logic and comparisons with a second implementation: random expressions are made with
 * their values, which it computes by fractions.
 */
import type { GeneratorValue } from "fast-check";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FormulaPostgres, type TestField } from "../../../e2e/formula-postgres";
import { rounds } from "../../../e2e/rounds";
import { raw } from "../../formulas/sql";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

/** A fraction of whole numbers, in which arithmetic is exact. */
type Fraction = readonly [numerator: bigint, denominator: bigint];
type Failed = { readonly error: string };
/** `null` is blank. */
type Value = Fraction | string | boolean | null | Failed;
type Kind = "number" | "text" | "checkbox";
interface Expression {
  readonly text: string;
  readonly value: Value;
}

const fields: readonly TestField[] = [
  { id: "fNumberXXXX", name: "Number", type: "number", value: raw("-2.5::numeric") },
  { id: "fNobodyXXXX", name: "No number", type: "number", value: raw("NULL::numeric") },
  { id: "fTextTextXX", name: "Text", type: "text", value: raw("'ab👍'::text") },
  { id: "fNotextXXXX", name: "No text", type: "text", value: raw("NULL::text") },
  { id: "fTickedXXXX", name: "Ticked", type: "checkbox", value: raw("true") },
  { id: "fEmptyXXXXX", name: "Unticked", type: "checkbox", value: raw("false") },
];

const leaves: Readonly<Record<Kind, readonly Expression[]>> = {
  number: [
    { text: "{Number}", value: [-5n, 2n] },
    { text: "{No number}", value: null },
    { text: "BLANK()", value: null },
    { text: "0", value: [0n, 1n] },
    { text: "3", value: [3n, 1n] },
    { text: "0.1", value: [1n, 10n] },
    { text: "40%", value: [2n, 5n] },
    { text: "1e3", value: [1000n, 1n] },
  ],
  text: [
    { text: "{Text}", value: "ab👍" },
    { text: "{No text}", value: null },
    { text: "BLANK()", value: null },
    { text: `""`, value: "" },
    { text: `"b"`, value: "b" },
    { text: `'👍"'`, value: `👍"` },
  ],
  checkbox: [
    { text: "{Ticked}", value: true },
    { text: "{Unticked}", value: false },
    { text: "TRUE", value: true },
    { text: "FALSE", value: false },
  ],
};

test("random expressions have the values of a second implementation", async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.constantFrom("number", "text", "checkbox"), async (pick, kind) => {
      const { text, value } = expressionOf(pick, kind, 4);
      const found = await postgres.evaluate(text, { fields });
      expect(found, text).toEqual(resultOf(value));
    }),
    { numRuns: rounds.formulas * 2 },
  );
});

function resultOf(value: Value): unknown {
  if (isFraction(value)) return Number(digitsOf(value));
  return value === "" ? null : value;
}

function expressionOf(pick: GeneratorValue, kind: Kind, depth: number): Expression {
  const leaf: Maker = () => one(pick, leaves[kind]);
  // Counterexamples shrink towards the first one.
  const make = depth > 0 ? one(pick, [leaf, ...makers[kind], conditional(kind)]) : leaf;
  return make(pick, depth - 1);
}

type Maker = (pick: GeneratorValue, depth: number) => Expression;

/** Makes a call or an operation of operands. An error of an operand is its value, the first one if there are several. */
function maker<Values extends readonly Value[]>(
  kinds: readonly Kind[],
  write: (...texts: string[]) => string,
  compute: (...values: Values) => Value,
): Maker {
  return (pick, depth) => {
    const operands = kinds.map((kind) => expressionOf(pick, kind, depth));
    const text = write(...operands.map((operand) => operand.text));
    const failed = operands.find(({ value }) => isFailed(value));
    return { text, value: failed ? failed.value : compute(...(operands.map(({ value }) => value) as never)) };
  };
}

const calls =
  (name: string) =>
  (...texts: string[]) =>
    `${name}(${texts.join(", ")})`;
const between =
  (sign: string) =>
  (left = "", right = "") =>
    `(${left} ${sign} ${right})`;
const two: readonly Kind[] = ["number", "number"];

const makers: Readonly<Record<Kind, readonly Maker[]>> = {
  number: [
    maker(two, between("+"), (a, b) => plus(number(a), number(b))),
    maker(two, between("-"), (a, b) => plus(number(a), times(number(b), [-1n, 1n]))),
    maker(two, between("*"), (a, b) => times(number(a), number(b))),
    maker(
      ["number"],
      (a) => `(-${a})`,
      (a) => times(number(a), [-1n, 1n]),
    ),
    maker(
      ["number"],
      (a) => `(${a} / 8)`,
      (a) => times(number(a), [1n, 8n]),
    ),
    maker(
      ["number", "checkbox"],
      (a, b) => `(${a} / (1 - ${b}))`,
      (a, b) => (b ? { error: "DIV0" } : number(a)),
    ),
    maker(["checkbox", "number"], between("+"), (a, b) => plus([a ? 1n : 0n, 1n], number(b))),
    maker(["text"], calls("LEN"), (a) => whole([...text(a)].length)),
    maker(two, calls("SUM"), (a, b) => plus(number(a), number(b))),
    maker(two, calls("MAX"), (a, b) => {
      if (a === null || b === null) return settled(a ?? b);
      return less(settled(a), settled(b)) ? settled(b) : settled(a);
    }),
    maker(["number"], calls("ABS"), (a) => {
      const [numerator, denominator] = number(a);
      return [numerator < 0n ? -numerator : numerator, denominator];
    }),
    maker(["number"], calls("INT"), (a) => {
      const [numerator, denominator] = number(settled(a));
      const rest = ((numerator % denominator) + denominator) % denominator;
      return [(numerator - rest) / denominator, 1n];
    }),
    maker(["text", "text"], calls("FIND"), (part, all) => {
      const at = text(all).indexOf(text(part));
      return at < 0 ? { error: "NA" } : whole([...text(all).slice(0, at)].length + 1);
    }),
  ],
  text: [
    maker(["text", "text"], between("&"), (a, b) => text(a) + text(b)),
    maker(["text", "number"], between("&"), (a, b) => text(a) + text(b)),
    maker(["checkbox", "text"], between("&"), (a, b) => text(a) + text(b)),
    maker(
      ["text"],
      (a) => `LEFT(${a}, 2)`,
      (a) => [...text(a)].slice(0, 2).join(""),
    ),
    maker(
      ["text"],
      (a) => `RIGHT(${a}, 2)`,
      (a) => [...text(a)].slice(-2).join(""),
    ),
    maker(
      ["text"],
      (a) => `MID(${a}, 2, 2)`,
      (a) => [...text(a)].slice(1, 3).join(""),
    ),
    maker(["text"], calls("UPPER"), (a) => text(a).toUpperCase()),
    maker(
      ["text"],
      (a) => `SUBSTITUTE(${a}, "b", "👍👍")`,
      (a) => text(a).replaceAll("b", "👍👍"),
    ),
    maker(["text", "number"], calls("CONCATENATE"), (a, b) => text(a) + text(b)),
    maker(["number"], calls("T"), () => ""),
  ],
  checkbox: [
    ...(["number", "text"] as const).flatMap((kind) => [
      maker([kind, kind], between("="), (a, b) => equal(a, b, kind)),
      maker([kind, kind], between("!="), (a, b) => !equal(a, b, kind)),
    ]),
    maker(two, between("<"), (a, b) => less(settled(a), settled(b))),
    maker(two, between(">="), (a, b) => !less(settled(a), settled(b))),
    maker(["checkbox", "number"], calls("AND"), (a, b) => truth(a) && truth(b)),
    maker(["checkbox", "text"], calls("OR"), (a, b) => truth(a) || truth(b)),
    maker(["checkbox", "checkbox"], calls("XOR"), (a, b) => truth(a) !== truth(b)),
    maker(["number"], calls("NOT"), (a) => !truth(a)),
    maker(["number"], calls("ISBLANK"), (a) => a === null),
    maker(["text"], calls("ISBLANK"), (a) => text(a) === ""),
    maker(["text", "text"], calls("EXACT"), (a, b) => text(a) === text(b)),
    maker(["text", "text"], calls("CONTAINS"), (a, b) => text(a).includes(text(b))),
    (pick, depth) => {
      const { text: inner, value } = expressionOf(pick, "number", depth);
      return { text: `ISERROR(${inner})`, value: isFailed(value) };
    },
  ],
};

/** IF or IFERROR, which leave errors out that they do not need. */
function conditional(kind: Kind): Maker {
  return (pick, depth) => {
    const [first, second] = [expressionOf(pick, kind, depth), expressionOf(pick, kind, depth)];
    if (pick(fc.boolean)) {
      const value = isFailed(first.value) ? second.value : first.value;
      return { text: `IFERROR(${first.text}, ${second.text})`, value: settled(value) };
    }
    const test = expressionOf(pick, one(pick, ["number", "text", "checkbox"] as const), depth);
    const chosen = truth(test.value) ? first.value : second.value;
    const value = isFailed(test.value) ? test.value : settled(chosen);
    return { text: `IF(${test.text}, ${first.text}, ${second.text})`, value };
  };
}

function number(value: Value): Fraction {
  return isFraction(value) ? value : [0n, 1n];
}

function text(value: Value): string {
  if (isFraction(value)) return digitsOf(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return typeof value === "string" ? value : "";
}

function truth(value: Value): boolean {
  if (isFraction(value)) return value[0] !== 0n;
  return value === true || (typeof value === "string" && value !== "");
}

function equal(a: Value, b: Value, kind: Kind): boolean {
  if (kind === "text") return text(a) === text(b);
  return a === null || b === null ? a === b : text(a) === text(b);
}

/** Blank is before all numbers. */
function less(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === null && b !== null;
  const [left, right] = [number(a), number(b)];
  return left[0] * right[1] < right[0] * left[1];
}

function plus(a: Fraction, b: Fraction): Fraction {
  return [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
}

function times(a: Fraction, b: Fraction): Fraction {
  return [a[0] * b[0], a[1] * b[1]];
}

function whole(count: number): Fraction {
  return [BigInt(count), 1n];
}

/** A number as the result of a function: rounded to 15 digits. */
function settled(value: Value): Value {
  if (!isFraction(value)) return value;
  const [before = "", behind = ""] = digitsOf(value).split(".");
  return [BigInt(before + behind), 10n ** BigInt(behind.length)];
}

/** Digits, at most 15 of them significant, without an exponent. */
function digitsOf([numerator, denominator]: Fraction): string {
  const places = 60n;
  const scaled = (abs(numerator) * 10n ** places) / denominator;
  const excess = Math.max(0, String(scaled).length - 15);
  const unit = 10n ** BigInt(excess);
  const rounded = String(((scaled + unit / 2n) / unit) * unit).padStart(Number(places) + 1, "0");
  const [before, behind] = [
    rounded.slice(0, -Number(places)),
    rounded.slice(-Number(places)).replace(/0+$/, ""),
  ];
  const sign = numerator < 0n && /[1-9]/.test(rounded) ? "-" : "";
  return `${sign}${before}${behind === "" ? "" : `.${behind}`}`;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function isFraction(value: Value): value is Fraction {
  return Array.isArray(value);
}

function isFailed(value: Value): value is Failed {
  return typeof value === "object" && value !== null && "error" in value;
}

function one<Item>(pick: GeneratorValue, items: readonly Item[]): Item {
  return items[pick(fc.integer, { min: 0, max: items.length - 1 })] as Item;
}
