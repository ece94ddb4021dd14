import {
  type Condition,
  deepestFilter,
  type Filter,
  maxConditions,
  type Operator,
  operatorOf,
  partsOf,
} from "@/lib/contract/filters";
import { firstOperator, formOf } from "./operators";
import type { Subject } from "./subjects";

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
  | { readonly do: "join"; readonly key: number; readonly join: Join }
  | { readonly do: "aim"; readonly key: number; readonly from: Subject | undefined; readonly to: Subject }
  | { readonly do: "ask"; readonly key: number; readonly subject: Subject; readonly operator: Operator }
  | { readonly do: "compare"; readonly key: number; readonly operand: unknown };

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

  remove: ({ root, nextKey }, { key }) => ({ root: without(root, key), nextKey }),

  join: ({ root, nextKey }, { key, join }) => ({
    root: mapGroup(root, key, (group) => ({ ...group, join })),
    nextKey,
  }),

  /** Changes the field. Keeps the operator and operand if the new field supports them. */
  aim: ({ root, nextKey }, { key, from, to }) => ({
    root: mapCondition(root, key, (condition) => {
      const isAlike = from?.kind === to.kind && !isBoundToField.has(to.kind);
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
  if (from === to) return operand;
  if (from === "value" && to === "values") return operand === undefined ? undefined : [operand];
  if (from === "values" && to === "value") return Array.isArray(operand) ? operand[0] : undefined;
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

/** Removes a part, and groups that become empty, except the outermost. */
function without(group: DraftGroup, key: number): DraftGroup {
  const parts = group.parts
    .filter((part) => part.key !== key)
    .map((part) => (isGroup(part) ? without(part, key) : part))
    .filter((part) => !isGroup(part) || part.parts.length > 0);
  return { ...group, parts };
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
