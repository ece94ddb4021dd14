import {
  type Condition,
  deepestFilter,
  type Filter,
  maxConditions,
  type Operator,
  operatorOf,
  partsOf,
} from "@/lib/contract/filters";
import { isDayWord, isRangeWord } from "@/lib/field-types/relative-days";
import { firstOperator, formOf } from "./operators";
import { comparedBy, type Subject } from "./subjects";

/** A filter while it is edited: conditions may lack an operand. */
export interface FilterDraft {
  readonly root: DraftGroup;
  readonly nextKey: number;
}

export interface DraftGroup {
  /** Identifies the part while others are added and removed. */
  readonly key: number;
  readonly join: Join;
  readonly parts: readonly DraftPart[];
}

export interface DraftCondition {
  readonly key: number;
  readonly field: string;
  readonly operator: Operator;
  /** Undefined until entered. */
  readonly operand: unknown;
}

export type Join = "and" | "or";
export type DraftPart = DraftGroup | DraftCondition;

export type FilterAction =
  | { readonly do: "add"; readonly to: number; readonly subject: Subject }
  | { readonly do: "nest"; readonly to: number; readonly subject: Subject }
  | { readonly do: "remove"; readonly key: number }
  | ({ readonly do: "move" } & Move)
  | { readonly do: "join"; readonly key: number; readonly join: Join }
  | { readonly do: "aim"; readonly key: number; readonly from: Subject | undefined; readonly to: Subject }
  | { readonly do: "ask"; readonly key: number; readonly subject: Subject; readonly operator: Operator }
  | { readonly do: "compare"; readonly key: number; readonly operand: unknown };

/** A part's new place: before the part that now has the index in the group, or at its end. */
export interface Move {
  readonly key: number;
  readonly to: number;
  readonly index: number;
}

/** The draft of an existing filter, or an empty one. */
export function draftOf(filter: Filter | null): FilterDraft {
  const keys = { next: 1 };
  const root = filter && draftPart(filter, keys);
  if (root && "parts" in root) return { root, nextKey: keys.next };
  return { root: { key: 0, join: "and", parts: root ? [root] : [] }, nextKey: keys.next };
}

/** The filter without incomplete conditions and groups that contain only those. */
export function filterOf({ root }: FilterDraft): Filter | null {
  return finished(root);
}

export function changeFilter(draft: FilterDraft, action: FilterAction): FilterDraft {
  return changes[action.do](draft, action as never);
}

export function isGroup(part: DraftPart): part is DraftGroup {
  return "parts" in part;
}

export function isFinished({ operand }: DraftCondition): boolean {
  return operand !== undefined;
}

/** Counts conditions, including incomplete ones. */
export function countConditions(part: DraftPart): number {
  return isGroup(part) ? part.parts.reduce((sum, each) => sum + countConditions(each), 0) : 1;
}

/** Tests whether a group at `depth` may contain another; the outermost has depth 1. */
export function mayNest(depth: number): boolean {
  return depth < deepestFilter;
}

/** Tests whether another condition may be added. */
export function mayAdd({ root }: FilterDraft): boolean {
  return countConditions(root) < maxConditions;
}

/** Tests whether a part may go into a group: not into itself, nor too deep. */
export function mayMove({ root }: FilterDraft, key: number, to: number): boolean {
  const part = findPart(root, key);
  if (!part || part === root || findPart(part, to)) return false;
  return depthOf(root, to) + heightOf(part) <= deepestFilter;
}

/** The part with a key, at any depth. */
export function findPart(part: DraftPart, key: number): DraftPart | undefined {
  if (part.key === key || !isGroup(part)) return part.key === key ? part : undefined;
  for (const each of part.parts) {
    const found = findPart(each, key);
    if (found) return found;
  }
  return undefined;
}

type Change<Do extends FilterAction["do"]> = (
  draft: FilterDraft,
  action: Extract<FilterAction, { do: Do }>,
) => FilterDraft;

const changes: { readonly [Do in FilterAction["do"]]: Change<Do> } = {
  add: ({ root, nextKey }, { to, subject }) => ({
    root: append(root, to, newCondition(nextKey, subject)),
    nextKey: nextKey + 1,
  }),

  /** A new group has a condition and the other conjunction: with the same one, nesting would change nothing. */
  nest: ({ root, nextKey }, { to, subject }) => {
    const inner = (join: Join): DraftGroup => ({
      key: nextKey,
      join: join === "and" ? "or" : "and",
      parts: [newCondition(nextKey + 1, subject)],
    });
    return {
      root: mapGroup(root, to, (group) => ({ ...group, parts: [...group.parts, inner(group.join)] })),
      nextKey: nextKey + 2,
    };
  },

  remove: ({ root, nextKey }, { key }) => ({ root: withoutEmpty(withoutPart(root, key)), nextKey }),

  move: (draft, { key, to, index }) => {
    const { root, nextKey } = draft;
    const part = findPart(root, key);
    const group = findPart(root, to);
    if (!part || !group || !isGroup(group) || !mayMove(draft, key, to)) return draft;
    const from = group.parts.findIndex((each) => each.key === key);
    const at = from !== -1 && from < index ? index - 1 : index;
    const moved = mapGroup(withoutPart(root, key), to, (each) => ({
      ...each,
      parts: each.parts.toSpliced(at, 0, part),
    }));
    return { root: withoutEmpty(moved), nextKey };
  },

  join: ({ root, nextKey }, { key, join }) => ({
    root: mapGroup(root, key, (group) => ({ ...group, join })),
    nextKey,
  }),

  /** Changes the field. Keeps the operator and operand if the new field supports them. */
  aim: ({ root, nextKey }, { key, from, to }) => ({
    root: mapCondition(root, key, (condition) => {
      const isAlike =
        from?.kind === to.kind && from.items?.kind === to.items?.kind && !isBoundToField.has(to.kind);
      return isAlike ? { ...condition, field: to.id } : newCondition(key, to);
    }),
    nextKey,
  }),

  ask: ({ root, nextKey }, { key, subject, operator }) => ({
    root: mapCondition(root, key, (condition) => ({
      ...condition,
      operator,
      operand: carried(condition, operator, subject),
    })),
    nextKey,
  }),

  compare: ({ root, nextKey }, { key, operand }) => ({
    root: mapCondition(root, key, (condition) => ({ ...condition, operand })),
    nextKey,
  }),
};

/** Kinds whose operands belong to one field: its options or records. */
const isBoundToField: ReadonlySet<string> = new Set(["option", "options", "people", "links", "source"]);

function draftPart(filter: Filter, keys: { next: number }): DraftPart {
  const key = keys.next++;
  const group = partsOf(filter);
  if (group) return { key, join: group.key, parts: group.parts.map((part) => draftPart(part, keys)) };
  const condition = filter as Condition;
  return { key, field: condition.field, ...operatorOf(condition) };
}

function newCondition(key: number, subject: Subject): DraftCondition {
  const operator = firstOperator(subject.kind);
  return { key, field: subject.id, operator, operand: firstOperand(operator, subject) };
}

/** The default operand: true for operators without operand and for checkboxes, else undefined. */
function firstOperand(operator: Operator, { kind }: Subject): unknown {
  return formOf(operator, kind) === "nothing" || kind === "boolean" ? true : undefined;
}

/** Converts an operand for another operator; undefined if it does not apply. */
function carried(
  { operator: before, operand }: DraftCondition,
  operator: Operator,
  subject: Subject,
): unknown {
  const [from, to] = [formOf(before, subject.kind), formOf(operator, subject.kind)];
  const isSameKind = comparedBy(before, subject).kind === comparedBy(operator, subject).kind;
  if (!isSameKind) return firstOperand(operator, subject);
  if (from === to) return operand;
  if (from === "value" && to === "values") return operand === undefined ? undefined : [operand];
  if (from === "values" && to === "value") return Array.isArray(operand) ? operand[0] : undefined;
  if (to === "days") return typeof operand === "string" && isRangeWord(operand) ? operand : undefined;
  if (from === "days") return typeof operand === "string" && isDayWord(operand) ? operand : undefined;
  const isText = subject.kind !== "option" && typeof operand === "string";
  const areTexts = (from === "text" && to === "value") || (from === "value" && to === "text");
  return areTexts && isText ? operand : firstOperand(operator, subject);
}

function finished(part: DraftPart): Filter | null {
  if (!isGroup(part)) {
    const { field, operator, operand } = part;
    return isFinished(part) ? ({ field, [operator]: operand } as Condition) : null;
  }
  const parts = part.parts.map(finished).filter((each) => each !== null);
  return parts.length === 0 ? null : ({ [part.join]: parts } as Filter);
}

function append(root: DraftGroup, key: number, part: DraftPart): DraftGroup {
  return mapGroup(root, key, (group) => ({ ...group, parts: [...group.parts, part] }));
}

function withoutPart(group: DraftGroup, key: number): DraftGroup {
  const parts = group.parts
    .filter((part) => part.key !== key)
    .map((part) => (isGroup(part) ? withoutPart(part, key) : part));
  return { ...group, parts };
}

/** Removes empty groups, except the outermost. */
function withoutEmpty(group: DraftGroup): DraftGroup {
  const parts = group.parts
    .map((part) => (isGroup(part) ? withoutEmpty(part) : part))
    .filter((part) => !isGroup(part) || part.parts.length > 0);
  return { ...group, parts };
}

/** The depth of a group; that of the outermost is 1. */
function depthOf(group: DraftGroup, key: number): number {
  if (group.key === key) return 1;
  const inner = group.parts.find(
    (part): part is DraftGroup => isGroup(part) && findPart(part, key) !== undefined,
  );
  return inner ? 1 + depthOf(inner, key) : 1;
}

/** The number of groups on the longest way into a part. */
function heightOf(part: DraftPart): number {
  return isGroup(part) ? 1 + Math.max(0, ...part.parts.map(heightOf)) : 0;
}

function mapGroup(group: DraftGroup, key: number, change: (group: DraftGroup) => DraftGroup): DraftGroup {
  if (group.key === key) return change(group);
  return {
    ...group,
    parts: group.parts.map((part) => (isGroup(part) ? mapGroup(part, key, change) : part)),
  };
}

function mapCondition(
  group: DraftGroup,
  key: number,
  change: (condition: DraftCondition) => DraftCondition,
): DraftGroup {
  return {
    ...group,
    parts: group.parts.map((part) => {
      if (isGroup(part)) return mapCondition(part, key, change);
      return part.key === key ? change(part) : part;
    }),
  };
}
