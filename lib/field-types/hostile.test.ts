/** Limits the time that a field type takes for hostile input, so that one cell cannot block the server. */
import { describe, expect, test } from "vitest";
import { tryParse } from "../contract/parse";
import { type FieldType, fieldTypes, typingOf } from ".";

const hugeLength = 100_000;

/**
 * CPU time in ms, far above that of any type on a busy machine. A pattern that backtracks, or a check of text that is
 * too long, takes seconds.
 */
const maxMs = 500;

describe.each([...fieldTypes.values()])("$type", (type) => {
  const template = templateOf(type);
  const shape = type.value(template);

  test("reads or refuses a huge value at once", () => {
    const slow = hugeTexts(type).flatMap(([name, text]) =>
      valuesWith(type, text)
        .map((input) => fastest(() => tryParse(shape, input).error?.issues))
        .filter((time) => time > maxMs)
        .map((time) => `${name}: ${time} ms`),
    );
    expect(slow).toEqual([]);
  });

  test("reads or refuses a huge text at once", () => {
    const { fromText } = typingOf(type);
    const slow = hugeTexts(type).flatMap(([name, text]) =>
      [type.fromText, fromText]
        .map((read) => fastest(() => read(text, template, "de-DE")))
        .filter((time) => time > maxMs)
        .map((time) => `${name}: ${time} ms`),
    );
    expect(slow).toEqual([]);
  });
});

/** Repetitions that are slow to encode, match, case-fold or split, alone and around prefixes of valid texts. */
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

/** The text as a value, in a list, as a list of its characters, and in place of the texts of the first example. */
function valuesWith(type: FieldType, text: string): unknown[] {
  const within = placesIn(type.examples[0]?.input).map((put) => put(text));
  return [text, [text], text.split(""), ...within];
}

/** Replaces each text within a value. */
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

/** CPU time of the fastest of five runs, to exclude other processes; of the first run if it is fast. */
function fastest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && best > maxMs; attempt++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
