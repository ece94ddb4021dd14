import { eachInTurns } from "../../server/turns";
import type { JsonSchema, Schemas } from "./types";

/** The address of a component. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The names of the components that a piece of a document refers to. */
export function refsIn(piece: unknown): string[] {
  if (typeof piece !== "object" || piece === null) return [];
  return Object.entries(piece).flatMap(([key, part]) => (isRef(key, part) ? [nameIn(part)] : refsIn(part)));
}

/** A piece of a document that refers to other components instead, by the names in `names`. */
export function renameRefs<Piece>(piece: Piece, names: ReadonlyMap<string, string>): Piece {
  return mapped(piece, (key, part) => {
    const name = isRef(key, part) ? names.get(nameIn(part)) : undefined;
    return name === undefined ? part : refTo(name);
  });
}

/** Components by other names, those in `names`, and referred to by them. */
export function renameComponents(components: Schemas, names: ReadonlyMap<string, string>): Schemas {
  return Object.fromEntries(
    Object.entries(renameRefs(components, names)).map(([name, schema]) => [names.get(name) ?? name, schema]),
  );
}

/** The schema itself, where one only says where it is. */
export function resolve(schema: JsonSchema, components: Schemas): JsonSchema {
  return schema.$ref === undefined ? schema : (components[nameIn(schema.$ref)] ?? {});
}

/** Those of the components that a piece of a document leads to, however far. */
export function reachable(piece: unknown, components: Schemas): Schemas {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    refsIn(components[name]).forEach(visit);
  };
  refsIn(piece).forEach(visit);
  return Object.fromEntries(Object.entries(components).filter(([name]) => found.has(name)));
}

/** The same for many pieces, one after the other in turns. */
export async function reachableInTurns(pieces: readonly unknown[], components: Schemas): Promise<Schemas> {
  const found = new Set<string>();
  // What is found is looked through itself: the list grows as it is gone through.
  const left = [...pieces];
  await eachInTurns(left, (piece) => {
    for (const name of refsIn(piece)) {
      if (found.has(name)) continue;
      found.add(name);
      left.push(components[name]);
    }
  });
  return Object.fromEntries(Object.entries(components).filter(([name]) => found.has(name)));
}

/** The names of the components that lead to one of `names`, and those themselves. */
export function dependents(names: readonly string[], components: Schemas): string[] {
  return Object.keys(components).filter((name) =>
    names.some((each) => name === each || each in reachable(components[name], components)),
  );
}

const schemasPath = refTo("");

function isRef(key: string, part: unknown): part is string {
  return key === "$ref" && typeof part === "string" && part.startsWith(schemasPath);
}

export function nameIn(ref: string): string {
  return ref.slice(schemasPath.length);
}

/** A copy in which `change` has had a say about every entry, seeing what it stands in; undefined leaves it out. */
export function mapped<Piece>(piece: Piece, change: Change): Piece {
  if (typeof piece !== "object" || piece === null) return piece;
  if (Array.isArray(piece)) return piece.map((each) => mapped(each, change)) as Piece;
  const entries = Object.entries(piece).map(([key, part]) => [
    key,
    mapped(change(key, part, piece as Record<string, unknown>), change),
  ]);
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined)) as Piece;
}

type Change = (key: string, part: unknown, within: { readonly [key: string]: unknown }) => unknown;
