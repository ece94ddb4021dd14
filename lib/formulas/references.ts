import { listedNames, nearestFirst } from "./nearest";
import { tokenize } from "./tokens";
import type { Problem, Result } from "./tree";

/** A field by its name, as references see it. */
export interface NamedField {
  readonly id: string;
  /** Today's name; of a deleted field, the name that it had. */
  readonly name: string;
  /** True for a field in the trash. References to it keep its id; others take precedence by name. */
  readonly isDeleted?: boolean;
  /** The fields of the linked table, of a link field. A function, because tables link each other in circles. */
  readonly linked?: () => NameScope;
}

/** The fields of a table. Names are unique among those that are not deleted. */
export interface NameScope {
  readonly fields: readonly NamedField[];
  /** The field that the formula is of, which is never suggested. */
  readonly ownId?: string;
}

/** Ids of a reference: a field of the table, or a link field and a field of its linked table. */
export interface ReferencePath {
  readonly fieldId: string;
  readonly targetId?: string;
}

/** Identifies a path among others. */
export function pathKey({ fieldId, targetId = "" }: ReferencePath): string {
  return `${fieldId}.${targetId}`;
}

/** Replaces the names of fields by their ids, as formulas are stored. Reports names of no field. */
export function toIds(text: string, scope: NameScope): Result<string> {
  return replaceReferences(text, (inner, isBare) => {
    const found = isBare && isKeyword(inner) ? undefined : findByName(inner, scope);
    if (found) return `{${[found.fieldId, found.targetId].filter((id) => id !== undefined).join(".")}}`;
    return isBare && isKeyword(inner) ? undefined : { message: unknownField(inner, scope) };
  });
}

/** Replaces ids by today's names. Ids of unknown fields stay. Text that is no formula stays as it is. */
export function toNames(storedText: string, scope: NameScope): string {
  const named = replaceReferences(storedText, (inner, isBare) => {
    if (isBare) return undefined;
    const path = pathOf(inner);
    return path && `{${nameOfPath(path, scope)}}`;
  });
  return named.value ?? storedText;
}

/** Ids of all fields in a stored formula, of linked tables too. Needs no scope and no parsing. */
export function fieldIdsIn(storedText: string): string[] {
  const tokens = tokenize(storedText).value ?? [];
  const paths = tokens.map((token) => (token.kind === "reference" ? pathOf(token.inner) : undefined));
  return [...new Set(paths.flatMap((path) => (path ? idsOf(path) : [])))];
}

/** The ids in the braces of a stored formula; undefined if they are not ids. */
export function pathOf(inner: string): ReferencePath | undefined {
  const [, fieldId, targetId] =
    /^(f[1-9A-HJ-NP-Za-km-z]{10})(?:\.(f[1-9A-HJ-NP-Za-km-z]{10}))?$/.exec(inner) ?? [];
  return fieldId === undefined ? undefined : { fieldId, ...(targetId !== undefined && { targetId }) };
}

export function idsOf({ fieldId, targetId }: ReferencePath): string[] {
  return targetId === undefined ? [fieldId] : [fieldId, targetId];
}

/** Escapes a name for braces, with all characters that mean something there. */
export function escapeName(name: string): string {
  return name.replace(/[\\}.]/g, "\\$&");
}

function unescapeName(inner: string): string {
  return inner.replace(/\\([\\}.])/g, "$1");
}

/** Finds fields by the text in braces: the whole as one name first, then at each dot; at last by ids. */
export function findByName(inner: string, scope: NameScope): ReferencePath | undefined {
  const trimmed = inner.trim();
  const own = fieldNamed(trimmed, scope);
  if (own) return { fieldId: own.id };
  for (const [before, after] of splitsAtDots(trimmed)) {
    const link = fieldNamed(before, scope);
    const target = link?.linked && fieldNamed(after, link.linked());
    if (link && target) return { fieldId: link.id, targetId: target.id };
  }
  const path = pathOf(trimmed);
  const field = path && scope.fields.find(({ id }) => id === path.fieldId);
  if (!path || !field) return undefined;
  if (path.targetId === undefined) return path;
  return field.linked?.().fields.some(({ id }) => id === path.targetId) ? path : undefined;
}

function fieldNamed(inner: string, { fields }: NameScope): NamedField | undefined {
  const wanted = unescapeName(inner);
  const named = fields.filter(({ name }) => name === wanted || name.trim() === wanted);
  return named.find(({ isDeleted }) => !isDeleted) ?? named[0];
}

/** Both parts of the text at each dot that is not escaped. */
function splitsAtDots(inner: string): [string, string][] {
  const dots = [...inner.matchAll(/\\[\s\S]|\./g)].filter(([found]) => found === ".");
  return dots.map(({ index }) => [inner.slice(0, index), inner.slice(index + 1)]);
}

function nameOfPath({ fieldId, targetId }: ReferencePath, scope: NameScope): string {
  const field = scope.fields.find(({ id }) => id === fieldId);
  if (targetId === undefined) return field ? shortest([fieldId], [field.name], scope) : fieldId;
  const target = field?.linked?.().fields.find(({ id }) => id === targetId);
  // Both parts by name or both by id, because a name and an id together are no reference.
  return field && target
    ? shortest([fieldId, targetId], [field.name, target.name], scope)
    : `${fieldId}.${targetId}`;
}

/** The names with as few escapes as lead back to the same fields; ids if the names lead to others. */
function shortest(ids: readonly string[], names: readonly string[], scope: NameScope): string {
  const withDots = names.map((name) => name.replace(/\\(?=[\\}.]|$)|\}/g, "\\$&")).join(".");
  const candidates = [withDots, names.map(escapeName).join(".")];
  const isSame = (inner: string) => {
    const found = findByName(inner, scope);
    return found !== undefined && idsOf(found).join() === ids.join();
  };
  return candidates.find(isSame) ?? ids.join(".");
}

/** Replaces each reference by a text, keeps it if undefined, or stops at a problem. */
function replaceReferences(
  text: string,
  replace: (inner: string, isBare: boolean) => string | undefined | Pick<Problem, "message">,
): Result<string> {
  const tokens = tokenize(text);
  if (tokens.problem) return { problem: tokens.problem };
  let result = "";
  let from = 0;
  for (const [index, token] of tokens.value.entries()) {
    const isBare = token.kind === "word" && tokens.value[index + 1]?.kind !== "open";
    if (!isBare && token.kind !== "reference") continue;
    const { start, end } = token;
    const inner =
      token.kind === "word" ? escapeName(token.word) : token.kind === "reference" ? token.inner : "";
    const replaced = replace(inner, isBare);
    if (typeof replaced === "object") return { problem: { message: replaced.message, start, end } };
    result += text.slice(from, start) + (replaced ?? text.slice(start, end));
    from = end;
  }
  return { value: result + text.slice(from) };
}

/** TRUE and FALSE are values, unless a field in braces has the name. */
function isKeyword(word: string): boolean {
  return /^(?:true|false)$/i.test(word);
}

/** Names the field that is missing, and the nearest ones. */
export function unknownField(inner: string, scope: NameScope): string {
  const trimmed = inner.trim();
  for (const [before, after] of splitsAtDots(trimmed)) {
    const link = fieldNamed(before, scope);
    if (link?.linked) return unknownName(after, link.linked(), `${link.name} leads to a table without`);
  }
  return unknownName(trimmed, scope, "The table has no");
}

function unknownName(inner: string, { fields, ownId }: NameScope, words: string): string {
  const wanted = unescapeName(inner);
  const names = fields.filter(({ id, isDeleted }) => !isDeleted && id !== ownId).map(({ name }) => name);
  return `${words} field “${wanted}”. Its fields are ${listedNames(nearestFirst(wanted, names))}.`;
}
