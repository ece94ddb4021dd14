import type { CheckedFormula, Typed } from "./checked";
import { compileTogether } from "./compile";
import type { FunctionEntry, RecordSql } from "./functions/entry";
import { formulaLimits } from "./limits";
import { join, raw, type Sql, sql } from "./sql";
import { maxLength } from "./texts";
import type { Span } from "./tree";

export const tooLongText = `This text is too long. A text can have at most ${formulaLimits.text.toLocaleString("en")} characters.`;

/** The texts that a formula puts together from literals alone, which are the same for every record. */
export interface ConstantTexts {
  /** Their places, inner ones first. */
  readonly spans: readonly Span[];
  /** A query of one row and column: the position from 1 of the first text that is above the limit, or NULL. */
  readonly firstLong: Sql;
}

/** Finds the constant texts of a formula; undefined if it has none. Only PostgreSQL can tell how long they are. */
export function constantTexts({ tree }: Pick<CheckedFormula, "tree">): ConstantTexts | undefined {
  const found: CallTree[] = [];
  const whole = visit(tree, found);
  if (whole.isConstant) named(whole.tree, found);
  if (found.length === 0) return undefined;
  const { row, columns } = compileTogether(new Map(found.flatMap(formulasOf)), {
    field: noField,
    record: noRecord,
  });
  const conditions = found.map((call, index) => {
    const own = raw(columns.get(measureId(index))?.value ?? "");
    return call.entry.refusesLong ? sql`(${own} OR ${raw(columns.get(refusalId(index))?.value ?? "")})` : own;
  });
  return {
    spans: found.map(({ start, end }) => ({ start, end })),
    firstLong: sql`SELECT array_position(ARRAY[${join(conditions, ", ")}], true) AS "at" FROM (${row}) AS "row"`,
  };
}

type CallTree = Typed & { readonly kind: "call" };

interface Visited {
  readonly tree: Typed;
  readonly isConstant: boolean;
}

/** Collects the constant texts below a tree, and puts references to them in their places, so that each is computed once. */
function visit(tree: Typed, found: CallTree[]): Visited {
  if (tree.kind !== "call") {
    return { tree, isConstant: tree.kind === "number" || tree.kind === "text" || tree.kind === "checkbox" };
  }
  const { entry } = tree;
  const visited = tree.args.map((arg) => visit(arg.tree, found));
  const isConstant = !entry.varies && visited.every((each) => each.isConstant);
  const args = tree.args.map((arg, index) => {
    const inner = visited[index] as Visited;
    // A chain such as `a & b & c` is one text.
    const isPart = isConstant && entry.takesRaw && inner.tree.kind === "call" && inner.tree.entry === entry;
    return { ...arg, tree: inner.isConstant && !isPart ? named(inner.tree, found) : inner.tree };
  });
  return { tree: { ...tree, args }, isConstant };
}

/** Collects a text that is put together, and refers to it like to a formula of the table. */
function named(tree: Typed, found: CallTree[]): Typed {
  if (tree.kind !== "call" || !(tree.entry.isLong || tree.entry.refusesLong)) return tree;
  const { start, end } = tree;
  const formula = textFormula(tree);
  found.push(tree);
  return { kind: "formula", type: "text", fieldId: textId(found.length - 1), formula, start, end };
}

const textId = (index: number) => `text${index}`;
const measureId = (index: number) => `measure${index}`;
const refusalId = (index: number) => `refusal${index}`;

/** A text with the formulas of whether it is too long. */
function formulasOf(call: CallTree, index: number): [id: string, formula: CheckedFormula][] {
  const { refusesLong } = call.entry;
  const measured: CallTree = { ...call, entry: measure, args: [{ param: text, tree: call, as: "text" }] };
  const formulas: [string, CheckedFormula][] = [
    [textId(index), textFormula(call)],
    [measureId(index), conditionFormula(measured)],
  ];
  if (refusesLong) {
    const refusal: CallTree = { ...call, entry: { ...call.entry, sql: refusesLong } };
    formulas.push([refusalId(index), conditionFormula(refusal)]);
  }
  return formulas;
}

function textFormula(tree: CallTree): CheckedFormula {
  return { tree, type: "text", depth: 1, nodes: 1 };
}

function conditionFormula(tree: CallTree): CheckedFormula {
  return { tree: { ...tree, type: "checkbox" }, type: "checkbox", depth: 1, nodes: 1 };
}

const text = { name: "text", type: "text" } as const;

/** Compares the length of a text before it is limited. */
const measure: FunctionEntry = {
  name: "length",
  group: "text",
  params: [text],
  result: "checkbox",
  isStrict: true,
  takesRaw: true,
  sql: ({ args: [value] }) => sql`(length(${value?.sql}) > ${maxLength})`,
  sentence: "",
  examples: [],
};

function noField(): never {
  throw new Error("a constant reads no field");
}

const noRecord: RecordSql = {
  id: raw("NULL::text"),
  createdTime: raw("NULL::timestamptz"),
  lastModifiedTime: raw("NULL::timestamptz"),
  autonumber: raw("NULL::numeric"),
};
