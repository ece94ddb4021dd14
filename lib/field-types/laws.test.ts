/**
 * Laws of every registered field type, present and future. Names no type: cases come from the types' own examples
 * and from random values.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { rounds } from "../../e2e/rounds";
import { tryParse } from "../contract/parse";
import { copiedText, type FieldType, fieldType, fieldTypes, typingOf } from ".";
import { storageKinds } from "./storage";

const config = fc.readConfigureGlobal();
beforeAll(() => fc.configureGlobal({ ...config, numRuns: rounds.valuesPerLaw }));
afterAll(() => fc.configureGlobal(config));

describe.each([...fieldTypes.values()])("$type", (type) => {
  test("has examples and counterexamples", () => {
    expect(type.examples.length).toBeGreaterThanOrEqual(2);
    expect(type.counterexamples.length).toBeGreaterThanOrEqual(1);
  });

  describe.each(type.examples.map((example) => ({ ...example, name: short(example.input) })))(
    "the example $name",
    ({ input, value = input, text, template: given }) => {
      const template = templateOf(type, given);

      test("is accepted and round-trips", () => {
        expect(read(type, input, template)).toStrictEqual(value);
        expect(present(type, store(type, value, template), template)).toStrictEqual(value);
      });

      test("converts to its text and back", () => {
        expect(type.toText(value, template)).toBe(text);
        expect(type.fromText(text, template)).toStrictEqual(type.textSaysLess ? undefined : value);
      });
    },
  );

  test.each(type.counterexamples.map((example) => ({ ...example, name: short(example.input) })))(
    "the counterexample $name is refused in words",
    ({ input, template }) => {
      const result = tryParse(type.value(templateOf(type, template)), input);
      expect(result.success).toBe(false);
      for (const { message } of result.error?.issues ?? []) expect(message).toMatch(predicate);
    },
  );

  test("a value matches its storage kind, survives JSON and reads back", () => {
    fc.assert(
      fc.property(acceptedValue(type), ({ value, template }) => {
        const stored = store(type, value, template);
        expect(storageKinds[type.resolve(template).storage].holds(stored)).toBe(true);
        expect(JSON.parse(JSON.stringify(stored))).toStrictEqual(stored);
        expect(present(type, stored, template)).toStrictEqual(value);
      }),
    );
  });

  test("a parsed value is a valid input", () => {
    fc.assert(
      fc.property(acceptedValue(type), ({ value, template }) => {
        expect(read(type, value, template)).toStrictEqual(value);
      }),
    );
  });

  test.each(textForms(type))("a value's $form text parses back to the value", ({ toText, fromText }) => {
    fc.assert(
      fc.property(acceptedValue(type), fc.constantFrom(...locales), ({ value, template }, locale) => {
        expect(fromText(toText(value, template, locale), template, locale)).toStrictEqual(value);
      }),
    );
  });

  test.each(readings(type))("any text is parsed to a value or undefined $when", ({ fromText }) => {
    fc.assert(
      fc.property(anyText(type), anyTemplate(type), fc.constantFrom(...locales), (text, template, locale) => {
        const value = fromText(text, template, locale);
        if (value !== undefined) expect(read(type, value, template)).toStrictEqual(value);
      }),
      { numRuns: 3 * rounds.valuesPerLaw },
    );
  });

  test.each(hugeTexts)("a long run of %j is parsed quickly", (unit) => {
    const template = templateOf(type);
    for (const { fromText } of readings(type)) {
      const value = fromText(unit.repeat(200_000), template, "de-DE");
      if (value !== undefined) expect(read(type, value, template)).toStrictEqual(value);
    }
  });

  test.skipIf(type.isComputed || type.textSaysLess).each(writtenLocales)(
    "what a value shows in %s can be typed or pasted, and means what is shown",
    (locale) => {
      fc.assert(
        fc.property(acceptedValue(type, fc.constant("")), ({ value, template }) => {
          const shown = type.display(value, template, locale);
          // Short years are ambiguous, and lists show their commas unquoted.
          fc.pre(!/^(00|9999-12-31)/.test(String(value)));
          fc.pre(!Array.isArray(value) || type.toText(value, template) === shown);
          const meant = typingOf(type).fromText(shown, template, locale);
          expect(meant).toBeDefined();
          if (meant !== 0) expect(type.display(meant, template, locale)).toBe(shown);
        }),
        // One language per test, because creating its formatters is slow.
        { numRuns: Math.ceil(rounds.valuesPerLaw / 3) },
      );
    },
  );

  test.skipIf(type.isComputed || type.textSaysLess)("a copied value parses to the value shown", () => {
    fc.assert(
      fc.property(acceptedValue(type, fc.constant("")), ({ value, template }) => {
        fc.pre(!/^(00|9999-12-31)/.test(String(value)));
        const meant = typingOf(type).fromText(copiedText(type.resolve(template), value, template), template);
        expect(meant).toBeDefined();
        if (meant !== 0) expect(type.display(meant, template)).toBe(type.display(value, template));
      }),
    );
  });

  test("a value can be shown in every language", () => {
    fc.assert(
      fc.property(acceptedValue(type), fc.constantFrom(...locales), ({ value, template }, locale) => {
        expect(type.display(value, template, locale)).toBeTypeOf("string");
      }),
    );
  });

  test("an empty template is the default one", () => {
    const byDefault = type.template.parse(required(type)) as object;
    expect(type.template.parse(byDefault)).toStrictEqual(byDefault);
  });

  test("a completed template is valid and complete", () => {
    for (const given of [{}, ...type.examples.map((example) => example.template ?? {})]) {
      const completed = templateOf(type, given);
      expect(type.template.parse(completed)).toStrictEqual(completed);
      expect(complete(type, completed)).toStrictEqual(completed);
    }
  });

  test.each([
    [
      { noSuchKey: 1 },
      expect.stringMatching(/^is not a known key\. (Known keys: .+|None are allowed here)$/),
    ],
    [[], "takes an object, not a list"],
    ["{}", "takes an object, not text"],
  ])("the template %j is refused", (template, message) => {
    const result = tryParse(
      type.template,
      Array.isArray(template) || typeof template === "string" ? template : { ...required(type), ...template },
    );
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

test("each type is registered under its API name", () => {
  for (const [name, type] of fieldTypes) {
    expect(type.type).toBe(name);
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(type.label).toMatch(/^[A-Z]/);
    expect(type.description).toMatch(/^[A-Z].*\.$/);
  }
});

test("an unregistered type throws", () => {
  expect(() => fieldType("no_such_type")).toThrow('unknown field type "no_such_type"');
  expect(() => fieldType("__proto__")).toThrow();
});

/** Messages are predicates that continue the path: "record.Age takes a number, not text". */
const predicate = /^(takes|has|is|cannot|holds|repeats) (?!.*(undefined|\[object|Invalid input)).*[^.]$/s;

/** Locales in which all shown values can be typed. */
const writtenLocales = ["en-US", "en-GB", "de-DE", "fr-FR", "pt-BR", "hi-IN", "ar-EG", "ja-JP"];
const locales = [undefined, ...writtenLocales, "fa-IR", "th-TH-u-ca-buddhist"];

const hugeTexts = ["x", "1", " ", "-", "(", ".", "a@", "a.", "1e", "https://", "\0", "\ud83d", "🙂"];

function templateOf(type: FieldType, given: object = {}): object {
  return complete(type, type.template.parse({ ...required(type), ...given }) as object);
}

/** Required template keys of the type, from the first example. */
function required(type: FieldType): object {
  const { required: keys = [] } = z.toJSONSchema(type.template, { io: "input", unrepresentable: "any" });
  const given = Object.entries(type.examples[0]?.template ?? {});
  return Object.fromEntries(given.filter(([key]) => keys.includes(key)));
}

/** Plain text, and the editor's text if it differs; neither if text loses information. */
function textForms(type: FieldType) {
  const { toText, fromText } = type;
  const typed = { form: "typed", ...typingOf(type) };
  return type.textSaysLess ? [] : [{ form: "plain", toText, fromText } as typeof typed, typed];
}

/** The parsers of a text: for programs, and for typing and pasting. */
function readings(type: FieldType) {
  const { fromText } = typingOf(type);
  return [
    { when: "as plain text", fromText: type.fromText as typeof fromText },
    { when: "when it is typed or pasted", fromText },
  ];
}

function complete(type: FieldType, template: object): object {
  return type.completeTemplate ? type.completeTemplate(template) : template;
}

function read(type: FieldType, input: unknown, template: object): unknown {
  return type.value(template).parse(input);
}

function store(type: FieldType, value: unknown, template: object): unknown {
  return type.store ? type.store(value, template) : value;
}

function present(type: FieldType, stored: unknown, template: object): unknown {
  return type.present ? type.present(stored, template) : stored;
}

function short(input: unknown): string {
  const json = JSON.stringify(input);
  return json.length > 40 ? `${json.slice(0, 40)}… (${json.length})` : json;
}

/** A valid value with its template. */
function acceptedValue(
  type: FieldType,
  words?: fc.Arbitrary<string>,
): fc.Arbitrary<{ value: unknown; template: object }> {
  const inputs = type.examples.map((example) => example.input);
  const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.emailAddress(), fc.webUrl(), isoDate);
  const number = fc.oneof(
    fc.constant(-0),
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double().map(String),
  );
  const input = fc.oneof(
    // For types such as options, a random value is hardly ever valid.
    { weight: 5, arbitrary: fc.constantFrom(...inputs) },
    text,
    number,
    fc.boolean(),
    fc.array(text),
    fc.jsonValue(),
  );
  return fc
    .tuple(input, anyTemplate(type, words))
    .map(([given, template]) => ({ result: type.value(template).safeParse(given), template }))
    .filter(({ result }) => result.success)
    .map(({ result, template }) => ({ value: result.data, template }));
}

const isoDate = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Random texts, with half surrogate pairs and nearly valid texts. */
function anyText(type: FieldType): fc.Arbitrary<string> {
  const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
  const nearly = fc.constantFrom(
    ...type.examples.map((example) => example.text.slice(0, 100)),
    ...[
      "__proto__",
      "constructor",
      "-0",
      "1e400",
      "1e-400",
      "Infinity",
      "NaN",
      "0x10",
      "1,234.5",
      "(5)",
      "1/2/3456",
    ],
  );
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.string({ unit: codeUnit }),
    nearly,
  );
  return fc.oneof(
    anything,
    fc.tuple(anything, nearly, anything).map((parts) => parts.join("")),
    fc.string({ unit: fc.constantFrom(..."0123456789-+.,eE$€() /T:") }),
  );
}

/** Templates of the examples with random other keys and texts from `words`. */
function anyTemplate(type: FieldType, words = fc.string({ maxLength: 3 })): fc.Arbitrary<object> {
  const byDefault = type.template.parse(required(type)) as Record<string, unknown>;
  const schema = z.toJSONSchema(type.template, { io: "input", unrepresentable: "any" });
  const others = Object.fromEntries(
    Object.entries(byDefault).map(([key, fallback]) => {
      const property = schema.properties?.[key];
      const choices = (typeof property === "object" && property.enum) || [fallback];
      const value = fc.oneof(fc.constantFrom(...choices), words, fc.nat(12), fc.boolean());
      return [
        key,
        value.filter((each) => type.template.safeParse({ ...required(type), [key]: each }).success),
      ];
    }),
  );
  const given = fc.constantFrom({}, ...type.examples.map((example) => example.template ?? {}));
  return fc
    .tuple(fc.record(others, { requiredKeys: [] }), given)
    .map(([random, own]) => templateOf(type, { ...random, ...own }));
}
