import { eachInTurns } from "../../server/turns";
import type { JsonSchema, Schemas } from "./types";

/** The reference to a component. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The names of the components that a piece of a document references. */
export function refsIn(piece: unknown): string[] {
  const found: string[] = [];
  collectRefs(piece, found);
  return found;
}

/** Fills one list, because documents are large and deep. */
function collectRefs(piece: unknown, found: string[]): void {
  if (typeof piece !== "object" || piece === null) return;
  for (const [key, part] of Object.entries(piece)) {
    if (isRef(key, part)) found.push(nameIn(part));
    else collectRefs(part, found);
  }
}

/** Renames references by `names`. */
export function renameRefs<Piece>(piece: Piece, names: ReadonlyMap<string, string>): Piece {
  return mapped(piece, (key, part) => {
    const name = isRef(key, part) ? names.get(nameIn(part)) : undefined;
    return name === undefined ? part : refTo(name);
  });
}

/** Renames components and the references to them by `names`. */
export function renameComponents(components: Schemas, names: ReadonlyMap<string, string>): Schemas {
  return Object.fromEntries(
    Object.entries(renameRefs(components, names)).map(([name, schema]) => [names.get(name) ?? name, schema]),
  );
}

/** Resolves a schema that is only a reference. */
export function resolve(schema: JsonSchema, components: Schemas): JsonSchema {
  return schema.$ref === undefined ? schema : (components[nameIn(schema.$ref)] ?? {});
}

/** The components that a piece of a document references directly or indirectly. */
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

/** Like `reachable` for many pieces, yielding to other work in between. */
export async function reachableInTurns(pieces: readonly unknown[], components: Schemas): Promise<Schemas> {
  const found = new Set<string>();
  // The list grows during iteration: found components are searched too.
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

/** The names of the components that reference one of `names`, directly or indirectly, and `names` themselves. */
export function dependents(names: readonly string[], components: Schemas): string[] {
  const referencing = new Map<string, string[]>();
  for (const [name, component] of Object.entries(components)) {
    for (const each of refsIn(component)) referencing.set(each, [...(referencing.get(each) ?? []), name]);
  }
  const found = new Set(names);
  // The set grows during iteration: what references a dependent is one, too.
  for (const name of found) for (const each of referencing.get(name) ?? []) found.add(each);
  return Object.keys(components).filter((name) => found.has(name));
}

const schemasPath = refTo("");

function isRef(key: string, part: unknown): part is string {
  return key === "$ref" && typeof part === "string" && part.startsWith(schemasPath);
}

export function nameIn(ref: string): string {
  return ref.slice(schemasPath.length);
}

/**
 * Copies a piece and maps every entry by `change`, which also receives the containing object. Undefined removes the
 * entry.
 */
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
