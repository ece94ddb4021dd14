import { counting } from "./counting";
import { dates } from "./dates";
import type { FunctionEntry } from "./entry";
import { lists } from "./lists";
import { logic } from "./logic";
import { numbers } from "./numbers";
import { record } from "./record";
import { regexes } from "./regex";
import { roundings } from "./rounding";
import { searches } from "./search";
import { sums } from "./sums";
import { texts } from "./text";
import { valueTexts } from "./value-text";

/** All functions of the language, in the order of the reference. */
export const functions: readonly FunctionEntry[] = [
  ...logic,
  ...numbers,
  ...roundings,
  ...sums,
  ...counting,
  ...texts,
  ...valueTexts,
  ...searches,
  ...regexes,
  ...dates,
  ...lists,
  ...record,
];

const byName = new Map(
  functions.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])].map((name) => [name, entry] as const)),
);

/** All names and aliases. */
export const functionNames: readonly string[] = [...byName.keys()];

/** Finds a function by its name or alias, in any case. */
export function findFunction(name: string): FunctionEntry | undefined {
  return byName.get(name.toUpperCase());
}
