import { eachInTurns } from "./turns";

/** A list whose items are JSON texts. */
export class JsonItems<Item = unknown> {
  constructor(readonly texts: readonly string[]) {}

  parse(): Item[] {
    return this.texts.map((text) => JSON.parse(text));
  }
}

/** A body whose lists may be serialised already. */
export type Serialised<Body> = {
  [Key in keyof Body]: Body[Key] | (Body[Key] extends readonly (infer Item)[] ? JsonItems<Item> : never);
};

/** A body with its lists as values again. */
export function parsed(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const entries = Object.entries(body).map(([key, value]) => [
    key,
    value instanceof JsonItems ? value.parse() : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * Serialises an object as JSON in parts. Serialises lists a few items at a time and yields in between, so that a
 * response of many megabytes does not block the event loop. Throws like `JSON.stringify`.
 */
export async function jsonInTurns(body: object): Promise<string[]> {
  const parts: string[] = [];
  let text = "";
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue;
    text += `${text === "" && parts.length === 0 ? "{" : ","}${JSON.stringify(key)}:`;
    if (Array.isArray(value)) {
      parts.push(`${text}[`);
      await writeItems(value, parts);
      text = "]";
    } else if (value instanceof JsonItems) {
      parts.push(`${text}[`);
      await joinTexts(value.texts, parts);
      text = "]";
    } else {
      text += JSON.stringify(value);
    }
  }
  parts.push(text === "" && parts.length === 0 ? "{}" : `${text}}`);
  return parts;
}

/** Serialises a list as JSON, like `jsonInTurns`. */
export async function listInTurns(items: readonly unknown[]): Promise<string[]> {
  const parts = ["["];
  await writeItems(items, parts);
  parts.push("]");
  return parts;
}

/** Joins texts to parts of about `shortRun`. */
async function joinTexts(texts: readonly string[], parts: string[]): Promise<void> {
  let start = 0;
  let length = 0;
  await eachInTurns(texts.entries(), ([index, text]) => {
    length += text.length;
    if (length < shortRun && index < texts.length - 1) return;
    parts.push(`${start > 0 ? "," : ""}${texts.slice(start, index + 1).join(",")}`);
    start = index + 1;
    length = 0;
  });
}

async function writeItems(items: readonly unknown[], parts: string[]): Promise<void> {
  await eachInTurns(runsOf(items, parts), ({ start, end }) => {
    parts.push(`${start > 0 ? "," : ""}${JSON.stringify(items.slice(start, end)).slice(1, -1)}`);
  });
}

interface Run {
  readonly start: number;
  readonly end: number;
}

/** Splits items into runs of about `shortRun`, as far as the previous run can tell. */
function* runsOf(items: readonly unknown[], parts: readonly string[]): Generator<Run> {
  for (let start = 0, length = 1; start < items.length; ) {
    const end = Math.min(items.length, start + length);
    yield { start, end };
    start = end;
    const fitting = Math.floor((length * shortRun) / (parts.at(-1)?.length || 1));
    length = Math.max(1, Math.min(fitting, length * maxGrowth));
  }
}

/** UTF-16 code units that take well under a millisecond. */
const shortRun = 50_000;

/** Limits a run in case its items are longer than those before. */
const maxGrowth = 16;
