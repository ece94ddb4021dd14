/** Bounds the time that any field type takes over hostile input: one cell must not hold up the server. */
import { describe, expect, test } from "vitest";
import { tryParse } from "../contract/errors";
import { type FieldType, fieldTypes, typingOf } from ".";

const hugeLength = 100_000;

/** In milliseconds of the processor's time. A pattern that backtracks, or a check of text that is too long, takes seconds. */
const longest = 60;

describe.each([...fieldTypes.values()])("$type", (type) => {
  const template = templateOf(type);
  const shape = type.value(template);

  test("reads or refuses a huge value at once", () => {
    const slow = hugeTexts(type).flatMap(([name, text]) =>
      valuesWith(type, text)
        .map((input) => fastest(() => tryParse(shape, input).error?.issues))
        .filter((time) => time > longest)
        .map((time) => `${name}: ${time} ms`),
    );
    expect(slow).toEqual([]);
  });

  test("reads or refuses a huge text at once", () => {
    const { fromText } = typingOf(type);
    const slow = hugeTexts(type).flatMap(([name, text]) =>
      [type.fromText, fromText]
        .map((read) => fastest(() => read(text, template, "de-DE")))
        .filter((time) => time > longest)
        .map((time) => `${name}: ${time} ms`),
    );
    expect(slow).toEqual([]);
  });
});

/** Runs of what is slow to encode, match, fold or split, by themselves and around what texts of the type begin with. */
function hugeTexts(type: FieldType): [name: string, text: string][] {
  const runs = units.map((unit): [string, string] => [unit, unit.repeat(hugeLength / unit.length)]);
  const different = Array.from({ length: hugeLength }, (_, at) =>
    String.fromCharCode(0x4e00 + ((7 * at) % 20_000)),
  );
  const all = [...runs, ["different ideographs", different.join("")] as [string, string]];
  const [first = ""] = type.examples.map(({ text }) => text.slice(0, 50));
  return all.flatMap(([name, run]): [string, string][] => [
    [name, run],
    [`http:// ${name}`, `http://${run}`],
    [`x.${name}..`, `x.${run}..`],
    [`${name} ${first}`, `${run}${first}`],
  ]);
}

const units = ["a", "1", " ", ".", ",", '"', "@", "%", "\u0301", "🙂", "a.", "a,", '"",', "1,", "1h", "٣"];

/** The text as a value, in a list, as a list of its characters, and in the place of the texts of the first example. */
function valuesWith(type: FieldType, text: string): unknown[] {
  const within = placesIn(type.examples[0]?.input).map((put) => put(text));
  return [text, [text], text.split(""), ...within];
}

/** Ways to put something in the place of a text within a value. */
function placesIn(value: unknown): ((text: string) => unknown)[] {
  if (typeof value === "string") return [(text) => text];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    placesIn(part).map((put) => (text: string) => {
      if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? put(text) : each));
      return { ...value, [key]: put(text) };
    }),
  );
}

function templateOf(type: FieldType): object {
  const template = type.template.parse(type.examples[0]?.template ?? {}) as object;
  return type.completeTemplate ? type.completeTemplate(template) : template;
}

/** The processor's time for the fastest of five runs, so that others on the machine do not count; of what is fast, the first. */
function fastest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && best > longest; attempt++) {
    const begun = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
