/** Laws of reading columns of text, for every type that may be found. No type is named here. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../e2e/rounds";
import { type FieldType, fieldTypes, typedTemplate } from "..";
import { analyseColumn, type ColumnAnalysis, columnReader } from ".";

const texts = ["single_line_text", "long_text"];
const written = [...fieldTypes.values()].filter((type) => !type.isComputed && !type.textSaysLess);

describe.each(written)("the plain texts of $type", (type) => {
  test("read back to equal values, whatever type they are found to be", () => {
    fc.assert(
      fc.property(columnOf(type), ({ values, template }) => {
        const column = values.map((value) => type.toText(value, template));
        const found = analyseColumn(column);
        const { fieldType, template: foundTemplate } = typedTemplate(found);
        const read = columnReader({ fieldType, template: foundTemplate }, found.notation);
        for (const [index, text] of column.entries()) {
          if (text.trim() === "") continue;
          const value = read(text);
          const again = fieldType.toText(value, foundTemplate);
          if (found.type === type.type || fieldType.storage === type.resolve(template).storage)
            expect(type.fromText(again, template)).toStrictEqual(values[index]);
          else expect(read(again)).toStrictEqual(value);
        }
      }),
    );
  });
});

test.each(written)("the plain texts of $type read back to the same values for the same field", (type) => {
  fc.assert(
    fc.property(columnOf(type), ({ values, template }) => {
      const column = values.map((value) => type.toText(value, template));
      const { notation } = analyseColumn(column);
      const read = columnReader({ fieldType: type.resolve(template), template }, notation);
      for (const [index, text] of column.entries()) {
        if (text !== "") expect(read(text)).toStrictEqual(values[index]);
      }
    }),
    { numRuns: 3 * rounds.valuesPerLaw },
  );
});

describe("any column", () => {
  test("has a type that fits all its filled cells, and keeps their values", () => {
    fc.assert(
      fc.property(anyColumn(), fc.boolean(), (column, dayFirst) => {
        for (const hints of [{}, { dayFirst }]) {
          const found = analyseColumn(column, hints);
          expect(found.unconvertible).toBe(0);
          expectKept(column, found);
        }
      }),
      { numRuns: 10 * rounds.valuesPerLaw },
    );
  });

  test("fits its suggestions, except for the cells they count", () => {
    fc.assert(
      fc.property(anyColumn(), (column) => {
        const { suggestions, notation } = analyseColumn(column);
        for (const { type, template, unconvertible } of suggestions) {
          const typed = typedTemplate({ type, template: complete(type, template) });
          const read = columnReader(typed, notation);
          const misses = column.filter((text) => text.trim() !== "" && read(text) === undefined);
          expect(misses.length).toBeLessThanOrEqual(unconvertible);
        }
      }),
      { numRuns: 10 * rounds.valuesPerLaw },
    );
  });

  test("has the same type in any order", () => {
    const shuffled = anyColumn().chain((column) =>
      fc.tuple(fc.constant(column), fc.shuffledSubarray([...column.keys()], { minLength: column.length })),
    );
    fc.assert(
      fc.property(shuffled, ([column, order]) => {
        const one = analyseColumn(column);
        const other = analyseColumn(order.map((index) => column[index] as string));
        expect({ ...other, examples: [] }).toEqual({ ...one, examples: [] });
      }),
    );
  });
});

/** Every filled cell has a value, which its plain text and, unless that is rounded or drawn, its display read back. */
function expectKept(column: readonly string[], found: ColumnAnalysis): void {
  const { fieldType, template } = typedTemplate(found);
  const read = columnReader({ fieldType, template }, found.notation);
  for (const text of column.filter((each) => each.trim() !== "")) {
    const value = read(text);
    expect(value).toBeDefined();
    expect(fieldType.fromText(fieldType.toText(value, template), template)).toStrictEqual(value);
    if (texts.includes(found.type)) expect(value).toBe(text);
    const isRounded = (template as { decimalPlaces?: number }).decimalPlaces === 10;
    if (isRounded || fieldType.isDrawn || fieldType.storage === "timestamp") continue;
    // Short years are ambiguous.
    if (String(value).startsWith("00")) continue;
    const shown = fieldType.display(value, template, "en-US");
    expect(
      fieldType.typing?.fromText(shown, template, "en-US") ?? fieldType.fromText(shown, template),
    ).toEqual(value);
  }
}

function complete(type: string, template: object): object {
  return fieldTypes.get(type)?.completeTemplate?.(template) ?? template;
}

/** Values of a type with one of its templates. */
function columnOf(type: FieldType): fc.Arbitrary<{ values: unknown[]; template: object }> {
  return fc.constantFrom(...type.examples.map(({ template = {} }) => template)).chain((given) => {
    const settings = type.template.parse({ ...type.examples[0]?.template, ...given }) as object;
    const template = type.completeTemplate?.(settings) ?? settings;
    const accepted = type.value(template);
    const value = fc
      .oneof(
        { weight: 3, arbitrary: fc.constantFrom(...type.examples.map(({ input }) => input)) },
        fc.string(),
        fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
        fc.integer(),
        fc.integer({ min: 0, max: 10 }),
        fc.boolean(),
        day,
        day.map((date) => `${date}T12:00:00Z`),
        fc.emailAddress(),
        fc.webUrl(),
      )
      .map((input) => accepted.safeParse(input))
      .filter(({ success }) => success)
      .map(({ data }) => data);
    return fc.record({
      values: fc.array(value, { minLength: 1, maxLength: 30 }),
      template: fc.constant(template),
    });
  });
}

/** Columns of one form, with or without other texts among them. */
function anyColumn(): fc.Arbitrary<string[]> {
  const other = fc.oneof(fc.constantFrom("", " ", "n/a", "007", "5", "x", "no", "1,234", "(5)"), fc.string());
  return fc.constantFrom(...forms).chain((form) =>
    fc.oneof(
      fc.array(form, { minLength: 1, maxLength: 8 }),
      fc
        .array(form, { minLength: 50, maxLength: 60 })
        .chain((column) => fc.array(other, { maxLength: 1 }).map((others) => [...column, ...others])),
      fc.array(fc.oneof(form, other), { maxLength: 5 }),
    ),
  );
}

const day = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const small = fc.integer({ min: 0, max: 31 });
const year = fc.integer({ min: 1, max: 9999 }).map((number) => String(number).padStart(4, "0"));
const parts = (...strings: fc.Arbitrary<unknown>[]) => fc.tuple(...strings).map((each) => each.join(""));
const separator = fc.constantFrom("/", ".", "-");
const numericDay = fc
  .tuple(small, separator, small, year)
  .map(([a, sign, b, y]) => `${a}${sign}${b}${sign}${y}`);
const wordyDay = parts(
  fc.constantFrom("Jan", "sept", "December", "foo"),
  fc.constant(" "),
  small,
  fc.constant(", "),
  year,
);
const time = parts(
  fc.constantFrom(" ", "T", ", "),
  small,
  fc.constant(":"),
  fc.integer({ min: 10, max: 60 }),
  fc.constantFrom("", ":07", ":07.125", ":07.123456", "am", " PM", "Z", "+02:00", " -0330"),
);
const signs = fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH", "en-IN");
const localNumber = fc
  .tuple(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), signs, fc.nat(12))
  .map(([number, locale, digits]) => number.toLocaleString(locale, { maximumFractionDigits: digits }));

const forms: readonly fc.Arbitrary<string>[] = [
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."0123456789.,' -+e") }),
  fc.string({ unit: fc.constantFrom(..."0123456789:/-. T"), maxLength: 12 }),
  fc.double().map(String),
  fc.integer().map(String),
  localNumber,
  parts(fc.constantFrom("$", "-$", "$ ", "($", "CHF ", "R$"), localNumber, fc.constantFrom("", ")")),
  parts(localNumber, fc.constantFrom("%", " %", " €", "kr")),
  day,
  numericDay,
  wordyDay,
  parts(fc.oneof(day, numericDay, wordyDay), time),
  parts(small, fc.constant(":"), small, fc.constantFrom("", ":05")),
  fc.constantFrom("yes", "no", "TRUE", "false", "x", "checked", "1", "0", ""),
  fc.emailAddress(),
  fc.webUrl(),
  parts(fc.constantFrom("+49 ", "0", "030/", "(555) "), fc.integer({ min: 100, max: 1e9 })),
  fc.constantFrom("Red", "Blue", "Red, Blue", '"a, b", Red'),
];
