import type { CheckedFormula, Typed, TypedArg } from "./checked";
import type { FunctionEntry, Param } from "./functions/entry";
import { findFunction, functionNames } from "./functions/index";
import { operatorEntry } from "./functions/operators";
import { formulaLimits } from "./limits";
import { listedNames, nearestFirst } from "./nearest";
import { tooDeep, tooLarge } from "./parse";
import { findByName, type NameScope, pathOf, type ReferencePath, unknownField } from "./references";
import type { Result, Span, Tree } from "./tree";
import {
  commonItem,
  commonType,
  comparedType,
  type ErrorCode,
  isList,
  isMoment,
  itemOf,
  listOf,
  momentType,
  type Scalar,
  type Type,
  wordsFor,
} from "./types";

/** A field as formulas see it. */
export interface CheckedField {
  readonly type: Type;
  /** Time zone of the field, of dates with a time. */
  readonly zone?: string;
  /** Makes every use an error: REF for a field in the trash, TYPE for a formula with a mistake. */
  readonly error?: ErrorCode;
  /** The formula of a formula field of the same table. It is compiled in the place of the reference. */
  readonly formula?: CheckedFormula;
  /** Depth and size of a formula that the value is computed by in another table. */
  readonly behind?: Pick<CheckedFormula, "depth" | "nodes">;
}

export interface CheckScope {
  /** The field of a reference, undefined if there is none. `{Link.Field}` and `{Link}` are lists. */
  field(path: ReferencePath): CheckedField | undefined;
  /** The fields by name, for a text as a person writes it. By default, references hold ids, as stored. */
  readonly names?: NameScope;
  /** Time zone of the formula, which takes precedence over those of fields. */
  readonly timezone?: string;
}

/**
 * Checks the tree of a formula: names of fields and functions, numbers and types of arguments, depth and size. Never
 * throws.
 */
export function check(tree: Tree, scope: CheckScope): Result<CheckedFormula> {
  try {
    const checker = new Checker(scope);
    const typed = checker.check(tree);
    const type = typed.type === "blank" ? "text" : typed.type;
    const { zone } = typed;
    const depth = Math.max(1, checker.depth);
    return { value: { tree: typed, type, ...(zone !== undefined && { zone }), depth, nodes: checker.nodes } };
  } catch (error) {
    if (error instanceof Mistake) return { problem: { message: error.message, ...error.span } };
    throw error;
  }
}

class Mistake extends Error {
  constructor(
    readonly span: Span,
    message: string,
  ) {
    super(message);
  }
}

class Checker {
  nodes = 0;
  depth = 0;
  private nesting = 0;

  constructor(private readonly scope: CheckScope) {}

  /** Checks the left operands of a chain such as `a + b + c` in a loop, because there may be a thousand. */
  check(tree: Tree): Typed {
    const chain: (Tree & { kind: "binary" })[] = [];
    let leaf = tree;
    while (leaf.kind === "binary") {
      chain.push(leaf);
      leaf = leaf.left;
    }
    return chain.reduceRight((left, { operator, right, start, end }) => {
      const span: Span = { start, end };
      this.count(1, span);
      return this.typedOperator(operator, [left, this.check(right)], span);
    }, this.checkLeaf(leaf));
  }

  private checkLeaf(tree: Tree): Typed {
    const span: Span = { start: tree.start, end: tree.end };
    if (tree.kind === "group") return { ...this.nested(span, () => this.check(tree.inner)), ...span };
    if (tree.kind === "binary") return this.check(tree);
    this.count(1, span);
    switch (tree.kind) {
      case "number":
        return { kind: "number", type: "number", constant: decimalOf(tree.digits, span), ...span };
      case "text":
        return { kind: "text", type: "text", constant: tree.text, ...span };
      case "boolean":
        return { kind: "checkbox", type: "checkbox", constant: tree.is, ...span };
      case "reference":
        return this.checkReference(tree, span);
      case "unary": {
        const name = tree.operator === "%" ? "percent" : `unary${tree.operator}`;
        return this.typedOperator(name, [this.check(tree.operand)], span);
      }
      case "call":
        return this.checkCall(tree, span);
    }
  }

  private checkReference({ inner, isBare }: Tree & { kind: "reference" }, span: Span): Typed {
    const { names } = this.scope;
    const path = names ? findByName(inner, names) : pathOf(inner);
    const field = path && this.scope.field(path);
    if (!path || !field) {
      const isFunction = isBare && findFunction(inner) !== undefined;
      if (isFunction) fail(span, `${inner} is a function. Write ${inner}(…), or {${inner}} for a field.`);
      fail(span, names ? unknownField(inner, names) : `There is no field with the id ${inner}.`);
    }
    const zone = this.scope.timezone ?? field.formula?.zone ?? field.zone;
    const common = { ...span, ...(zone !== undefined && { zone }) };
    if (field.error) return { kind: "error", type: field.type, code: field.error, ...common };
    if (field.behind) this.include(field.behind, span);
    if (!field.formula) return { kind: "field", type: field.type, path, ...common };
    this.include(field.formula, span);
    const { fieldId } = path;
    return { kind: "formula", type: field.formula.type, fieldId, formula: field.formula, ...common };
  }

  private typedOperator(name: string, trees: readonly Typed[], span: Span): Typed {
    const entry = operatorEntry(
      name,
      trees.map(({ type }) => type),
    );
    return this.typed(entry, entry.params, trees, span);
  }

  private checkCall({ name, nameSpan, args }: Tree & { kind: "call" }, span: Span): Typed {
    const entry = findFunction(name);
    if (!entry) {
      const known = listedNames(nearestFirst(name.toUpperCase(), functionNames).slice(0, 3));
      return fail(nameSpan, `There is no function ${name}. Similar ones are ${known}.`);
    }
    const params = paramsFor(entry, args.length);
    if (!params) return fail(span, wrongCount(entry, args.length));
    const trees = this.nested(nameSpan, () => args.map((arg) => this.check(arg)));
    return this.typed(entry, params, trees, span);
  }

  private typed(entry: FunctionEntry, params: readonly Param[], trees: readonly Typed[], span: Span): Typed {
    const common = typesOf("result", params, trees, commonType);
    if (common === undefined)
      fail(span, `${entry.name} takes lists only if all its values are lists of one type.`);
    const compared = typesOf("compared", params, trees, comparedType);
    if (compared === undefined) fail(span, incomparable(params, trees));
    const items = typesOf("items", params, trees, commonItem);
    const args = trees.map((tree, index): TypedArg => {
      const param = params[index] as Param;
      const as = wantedType(param, tree, { result: common, compared, items });
      if (as === undefined) fail(tree, mismatch(entry, param, tree.type));
      if (param.isConstant && !("constant" in tree)) {
        fail(tree, `${entry.name} takes “${param.name}” only as a literal, such as "text".`);
      }
      return { param, tree, as };
    });
    const refused = entry.refuses?.(trees);
    if (refused) fail(trees[refused.index] ?? span, refused.message);
    const { result } = entry;
    const type = typeof result === "function" ? result(trees) : result === "result" ? common : result;
    const known = trees.find(({ zone }) => zone !== undefined)?.zone;
    const zone =
      itemOf(type) === "datetime" ? (entry.zone?.(trees) ?? known ?? this.scope.timezone) : undefined;
    const workZone = known ?? this.scope.timezone ?? "UTC";
    return { kind: "call", entry, args, type, workZone, ...span, ...(zone !== undefined && { zone }) };
  }

  private nested<Read>(span: Span, read: () => Read): Read {
    this.nesting += 1;
    this.reach(this.nesting, span);
    const found = read();
    this.nesting -= 1;
    return found;
  }

  private include({ depth, nodes }: Pick<CheckedFormula, "depth" | "nodes">, span: Span): void {
    this.reach(this.nesting + 1 + depth, span);
    this.count(nodes, span);
  }

  private reach(depth: number, span: Span): void {
    this.depth = Math.max(this.depth, depth);
    if (depth > formulaLimits.depth) fail(span, tooDeep);
  }

  private count(nodes: number, span: Span): void {
    this.nodes += nodes;
    if (this.nodes > formulaLimits.nodes) fail(span, tooLarge);
  }
}

/** The parameters for a number of arguments, one for each; undefined if the function does not take so many. */
export function paramsFor(entry: FunctionEntry, count: number): readonly Param[] | undefined {
  if (entry.paramsFor) return entry.paramsFor(count);
  const repeated = entry.params.filter((param) => param.repeated);
  const fixed = entry.params.filter((param) => !param.repeated);
  if (repeated.length === 0) {
    const least = fixed.filter((param) => !param.optional).length;
    return count >= least && count <= fixed.length ? fixed.slice(0, count) : undefined;
  }
  const rounds = (count - fixed.length) / repeated.length;
  if (!Number.isInteger(rounds) || rounds < 1) return undefined;
  return [...fixed, ...Array.from({ length: rounds }, () => repeated).flat()];
}

/** Common type of the arguments whose parameter has a kind of type. */
function typesOf<Common extends Type | undefined>(
  kind: "result" | "compared" | "items",
  params: readonly Param[],
  trees: readonly Typed[],
  unite: (types: readonly Type[]) => Common,
): Common {
  return unite(trees.filter((_, index) => params[index]?.type === kind).map(({ type }) => type));
}

/** The type that an argument is converted to; undefined if it cannot be. */
function wantedType(
  { type, list }: Param,
  tree: Typed,
  shared: { readonly result: Type; readonly compared: Type; readonly items: Scalar | "blank" },
): Type | undefined {
  if (type === "items") return isList(tree.type) ? listOf(shared.items) : shared.items;
  if (type === "result" || type === "compared") return shared[type];
  if (isList(tree.type) && !list) return undefined;
  if (type === "moment") return momentType(tree);
  const item = itemOf(tree.type);
  const wanted = singleType(type, item);
  if (wanted === undefined) return undefined;
  return isList(tree.type) ? listOf(wanted) : wanted;
}

function singleType(
  wanted: Exclude<Param["type"], "result" | "compared" | "items" | "moment">,
  from: ReturnType<typeof itemOf>,
) {
  if (wanted === "any") return from;
  if (from === "blank" || from === wanted) return wanted;
  if (wanted === "text" || wanted === "checkbox") return wanted;
  if (wanted === "number") return from === "checkbox" ? wanted : undefined;
  return isMoment(from) || from === "text" ? wanted : undefined;
}

function mismatch(entry: FunctionEntry, { name, type }: Param, given: Type): string {
  if (isList(given)) {
    const functions =
      itemOf(given) === "number" ? "SUM, AVERAGE, MAX or ARRAYJOIN" : "ARRAYJOIN, FIRST or COUNTA";
    return `${labelOf(entry)} takes one value here, not ${wordsFor(given)}. Use ${functions} to get one value from a list.`;
  }
  const hint = type === "number" && given === "text" ? " Use VALUE to read a number from a text." : "";
  const wanted = type === "moment" ? "a date" : type === "any" ? "a value" : wordsFor(type as Type);
  const part = entry.group === "operators" ? "" : ` as “${name}”`;
  return `${labelOf(entry)} takes ${wanted}${part}, not ${wordsFor(given)}.${hint}`;
}

function incomparable(params: readonly Param[], trees: readonly Typed[]): string {
  const types = [
    ...new Set(trees.filter((_, index) => params[index]?.type === "compared").map(({ type }) => type)),
  ];
  const list = types.find(isList);
  if (list)
    return `A list can't be compared. Use ARRAYJOIN, FIRST or SUM to get one value from ${wordsFor(list)}.`;
  return `Values of different types can't be compared: ${types.map(wordsFor).join(" and ")}.`;
}

function labelOf({ name, group }: FunctionEntry): string {
  return group === "operators" ? `The operator ${name}` : name;
}

function wrongCount(entry: FunctionEntry, count: number): string {
  return `${usageOf(entry)} doesn't take ${count === 1 ? "1 argument" : `${count} arguments`}.`;
}

/** Usage of a function: `ROUND(number, [places])`. */
export function usageOf({ name, params }: FunctionEntry): string {
  const written = params.map((param) => (param.optional ? `[${param.name}]` : param.name));
  return `${name}(${written.join(", ")}${params.some(({ repeated }) => repeated) ? ", …" : ""})`;
}

/** The digits of a literal in PostgreSQL's form. */
function decimalOf(digits: string, span: Span): string {
  if (!Number.isFinite(Number(digits))) fail(span, "The number is too large. It can be at most 1.797e308.");
  const [mantissa = "", exponent = "0"] = digits.toLowerCase().split("e");
  if (Number(digits) === 0) return "0";
  return `${mantissa}e${Number(exponent)}`;
}

function fail(span: Span, message: string): never {
  throw new Mistake({ start: span.start, end: span.end }, message);
}
