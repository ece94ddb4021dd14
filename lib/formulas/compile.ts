import type { CheckedFormula, Typed, TypedArg } from "./checked";
import { convert, nullOf } from "./convert";
import type { Arg, Own, RecordSql } from "./functions/entry";
import { computedFacts, fieldFacts, maxRawDigits, settle } from "./numbers";
import { pathKey, type ReferencePath } from "./references";
import {
  decimal,
  fillHoles,
  type Hole,
  join,
  joinErrors,
  joinSql,
  makeHole,
  raw,
  Sql,
  sql,
  usesOf,
} from "./sql";
import { type Compiled, Steps } from "./steps";
import { limitText } from "./texts";
import { isList, itemOf, type Type } from "./types";
import type { ValueSql } from "./value";

/** The record of the statement that the formula is compiled into. */
export interface CompileScope {
  /**
   * The value of a field in the type that the checker was given: `numeric`, `text`, `boolean`, `date`, `timestamptz`, or
   * an array of those. Formula fields of the same table are not asked for.
   */
  field(path: ReferencePath): ValueSql;
  /** The value of a formula field that the statement has computed already; by default it is compiled in its place. */
  formula?(fieldId: string): ValueSql | undefined;
  readonly record: RecordSql;
}

/**
 * Compiles a formula to SQL that never raises. Its size is linear in the number of nodes: parts that are needed twice,
 * and formulas that are used twice, are evaluated once in a sub-select.
 */
export function compile(formula: CheckedFormula, scope: CompileScope): ValueSql {
  const uses = new Map<string, number>();
  countUses(formula.tree, uses);
  const compiler = new Compiler(scope, uses);
  const { value, error } = compiler.compileFormula(formula);
  const whole = (part: Sql) =>
    part.strings.some((text) => text.includes('"steps"'))
      ? sql`(SELECT ${part}${compiler.steps.from(part)})`
      : part;
  return { value: whole(value), ...(error && { error: whole(error) }) };
}

/** Formulas of one record, computed together. */
export interface CompiledRow {
  /** A query of one row, for `CROSS JOIN LATERAL`. */
  readonly row: Sql;
  /** The columns of the row, by the ids of the formulas' fields: SQL names, without that of the row. */
  readonly columns: ReadonlyMap<string, { readonly value: string; readonly error?: string }>;
}

/**
 * Compiles formulas of a table, by the ids of their fields, to one query that evaluates each of them and each value that
 * is needed twice once. For values of whole pages, where `compile` would evaluate common parts for each use.
 */
export function compileTogether(
  formulas: ReadonlyMap<string, CheckedFormula>,
  scope: CompileScope,
): CompiledRow {
  const uses = new Map<string, number>();
  for (const [fieldId, formula] of formulas) countFormula({ fieldId, formula }, uses);
  const compiler = new Compiler(scope, uses, { namesCells: true });
  const columns = new Map<string, { value: string; error?: string }>();
  const selected: Sql[] = [];
  const parts: Sql[] = [];
  const select = (part: Sql, name: string) => {
    parts.push(part);
    selected.push(sql`${part} AS ${raw(name)}`);
    return name;
  };
  for (const [fieldId, formula] of formulas) {
    const { value, error } = compiler.compileReferenced({ fieldId, formula });
    columns.set(fieldId, {
      value: select(value, `"${fieldId}"`),
      ...(error && { error: select(error, `"${fieldId}!"`) }),
    });
  }
  return { row: sql`SELECT ${join(selected, ", ")}${compiler.steps.from(...parts)}`, columns };
}

class Compiler {
  readonly steps: Steps;
  private readonly bound = new Map<string, Compiled>();

  constructor(
    private readonly scope: CompileScope,
    /** How often formulas and fields are used, by their keys. */
    private readonly uses: ReadonlyMap<string, number>,
    private readonly options: { readonly namesCells?: boolean } = {},
  ) {
    this.steps = new Steps(options);
  }

  /** The final result: numbers are rounded, texts limited, moments cut to milliseconds, and an empty text is blank. */
  compileFormula({ tree, type }: CheckedFormula): Compiled {
    const result = this.settled(this.compile(tree));
    if (tree.type === "blank") return { ...result, value: nullOf(type) };
    if (tree.kind === "field" || tree.kind === "formula") return result;
    if (type === "datetime") return { ...result, value: sql`date_trunc('milliseconds', ${result.value})` };
    if (type !== "text") return result;
    return { ...result, value: sql`nullif(${result.value}, '')`, isBlankable: true };
  }

  private settled(part: Compiled): Compiled {
    return limitText(part.number ? settle(part, this.steps) : part, this.steps);
  }

  /** Compiles the left operands of a chain such as `a + b + c` in a loop, because there may be a thousand. */
  private compile(tree: Typed): Compiled {
    const chain: (Typed & { kind: "call" })[] = [];
    let leaf = tree;
    while (leaf.kind === "call" && leaf.entry.group === "operators" && leaf.args[0]) {
      chain.push(leaf);
      leaf = leaf.args[0].tree;
    }
    return chain.reduceRight((left, call) => this.compileCall(call, left), this.compileLeaf(leaf));
  }

  private compileLeaf(tree: Typed): Compiled {
    switch (tree.kind) {
      case "number":
        return { ...literal(decimal(tree.constant)), number: factsOf(tree.constant) };
      case "text":
        return literal(sql`${tree.constant}::text`);
      case "checkbox":
        return literal(tree.constant ? sql`true` : sql`false`);
      case "error":
        return { value: nullOf(tree.type), error: sql`${tree.code}::text`, isBlankable: false, level: 0 };
      case "field":
        return this.compileField(tree);
      case "formula":
        return this.compileReferenced(tree);
      case "call":
        return this.compileCall(tree);
    }
  }

  private compileField({ path, type }: Typed & { kind: "field" }): Compiled {
    const value: Compiled = {
      ...this.scope.field(path),
      isBlankable: type !== "checkbox",
      level: 0,
      ...(type === "number" && { number: fieldFacts }),
    };
    return this.options.namesCells ? this.once(pathKey(path), () => value) : value;
  }

  /** The value of a formula, which is also one of the table's. */
  compileReferenced({ fieldId, formula }: Referenced): Compiled {
    return this.once(fieldId, () => this.given(fieldId, formula) ?? this.compileFormula(formula));
  }

  /** Evaluates a part once if it is used several times. */
  private once(key: string, compile: () => Compiled): Compiled {
    const known = this.bound.get(key);
    if (known) return known;
    const compiled = compile();
    if ((this.uses.get(key) ?? 0) < 2) return compiled;
    const bound = this.steps.bind(compiled);
    this.bound.set(key, bound);
    return bound;
  }

  private given(fieldId: string, { type }: CheckedFormula): Compiled | undefined {
    const given = this.scope.formula?.(fieldId);
    if (!given) return undefined;
    return {
      ...given,
      isBlankable: type !== "checkbox",
      level: 0,
      ...(type === "number" && { number: fieldFacts }),
    };
  }

  /** `first` is the first argument, if it is already compiled. */
  private compileCall(call: Typed & { kind: "call" }, first?: Compiled): Compiled {
    const { entry, type, workZone } = call;
    const args = call.args.map((arg, index) =>
      this.compileArg(arg, call, (index === 0 && first) || this.compile(arg.tree)),
    );
    const holes = args.map(() => ({ value: makeHole(), error: makeHole() }));
    const given = args.map((arg, index): Arg => {
      const { tree, as } = call.args[index] as TypedArg;
      return {
        sql: holes[index]?.value.sql as Sql,
        ...(arg.error && { error: holes[index]?.error.sql as Sql }),
        type: as,
        ...("constant" in tree && { constant: tree.constant }),
        isBlankable: arg.wasBlankable,
      };
    });
    const own = ownOf(entry.sql({ args: given, type, zone: workZone, record: this.scope.record }));
    const isStrict = own.isStrict ?? entry.isStrict === true;
    const whole = entry.catches ? own : withArgErrors(own, given, isStrict);
    const contents = new Map<Hole, Sql>();
    let level = 0;
    for (const [index, arg] of args.entries()) {
      const hole = holes[index] as (typeof holes)[number];
      const parts = [whole.value, whole.error];
      const uses = usesOf(hole.value.hole, parts) + usesOf(hole.error.hole, parts);
      const isRepeated = usesOf(hole.value.hole, parts) > 1 || usesOf(hole.error.hole, parts) > 1;
      // A value and an error apart from each other share parts, which would be evaluated for both.
      const filled = isRepeated ? this.steps.bind(arg) : arg;
      if (uses > 0) level = Math.max(level, filled.level);
      contents.set(hole.value.hole, filled.value);
      if (filled.error) contents.set(hole.error.hole, filled.error);
    }
    const isBlankable = isStrict ? args.some((arg) => arg.isBlankable) : !entry.isNeverBlank;
    return {
      value: fillHoles(whole.value, contents),
      ...(whole.error && { error: fillHoles(whole.error, contents) }),
      isBlankable,
      level,
      ...this.factsOfCall(call, args),
    };
  }

  private compileArg(
    { param, tree, as }: TypedArg,
    { entry, workZone }: Typed & { kind: "call" },
    raw: Compiled,
  ) {
    const part = entry.takesRaw ? this.withinDigits(raw) : this.settled(raw);
    const converted = this.converted(part, tree, as, workZone);
    const wasBlankable = converted.isBlankable;
    const fills = param.type === "number" || param.type === "text" || param.type === "checkbox";
    const isFilled = fills && !param.keepsBlank && !isList(as) && wasBlankable;
    return { ...(isFilled ? this.filled(converted, as) : converted), wasBlankable };
  }

  /** Limits numbers that would get too many digits in arithmetic. */
  private withinDigits(part: Compiled): Compiled {
    return (part.number?.digits ?? 0) > maxRawDigits ? settle(part, this.steps) : part;
  }

  private converted(part: Compiled, tree: Typed, as: Type, workZone: string): Compiled {
    if (tree.type === as) return part;
    const isReading = itemOf(tree.type) === "text" && (as === "date" || as === "datetime");
    const source = isReading ? this.steps.bind(part) : part;
    const { value, error } = convert(source.value, tree.type, as, tree.zone ?? workZone);
    const { number: _, ...rest } = source;
    const isBlankable =
      isReading || (part.isBlankable && !(as === "checkbox" && tree.type.startsWith("date")));
    return {
      ...rest,
      value,
      ...joinErrors(source.error, error),
      isBlankable,
      ...(as === "number" && {
        number: { digits: tree.type === "checkbox" ? 1 : 0, isWhole: true, isRounded: true },
      }),
    };
  }

  /** Replaces blank by 0, "" or FALSE. */
  private filled(part: Compiled, as: Type): Compiled {
    const zero = { number: sql`0`, text: sql`''`, checkbox: sql`false` }[as as "number"];
    if (!part.error) return { ...part, value: sql`coalesce(${part.value}, ${zero})`, isBlankable: false };
    const bound = this.steps.bind(part);
    const value = sql`CASE WHEN ${bound.error} IS NULL THEN coalesce(${bound.value}, ${zero}) END`;
    return { ...bound, value, isBlankable: false };
  }

  private factsOfCall(
    { entry, type }: Typed & { kind: "call" },
    args: readonly Compiled[],
  ): Partial<Compiled> {
    if (type === "text") return { isLong: entry.isLong === true };
    if (type !== "number") return {};
    if (entry.facts) return { number: entry.facts(args.map(({ number }) => number ?? computedFacts)) };
    if (entry.wholeDigits !== undefined)
      return { number: { digits: entry.wholeDigits, isWhole: true, isRounded: true } };
    return { number: entry.isRounded || entry.catches ? { ...fieldFacts } : computedFacts };
  }
}

/** Passes errors of arguments on. The value of a strict entry is NULL then by itself. */
function withArgErrors(own: ValueSql, args: readonly Arg[], isStrict: boolean): ValueSql {
  const errors = args.map(({ error }) => error).filter((error) => error !== undefined);
  if (errors.length === 0) return own;
  const isRight = joinSql(
    errors.map((error) => sql`${error} IS NULL`),
    " AND ",
  );
  const value = isStrict ? own.value : sql`CASE WHEN ${isRight} THEN ${own.value} END`;
  return { value, ...joinErrors(...errors, own.error) };
}

function literal(value: Sql): Compiled {
  return { value, isBlankable: false, level: 0 };
}

function factsOf(digits: string) {
  const size = Math.max(1, Math.floor(Math.log10(Math.abs(Number(digits)) || 1)) + 2);
  return { digits: size, isWhole: Number.isInteger(Number(digits)) && size <= 15, isRounded: true };
}

function ownOf(own: Own): Exclude<Own, Sql> {
  return own instanceof Sql ? { value: own } : own;
}

type Referenced = Pick<Typed & { kind: "formula" }, "fieldId" | "formula">;

/** Counts the references to each formula and field. Looks into each formula only once. */
function countUses(tree: Typed, uses: Map<string, number>): void {
  if (tree.kind === "field") countUse(pathKey(tree.path), uses);
  if (tree.kind === "formula") countFormula(tree, uses);
  if (tree.kind === "call") for (const arg of tree.args) countUses(arg.tree, uses);
}

function countFormula({ fieldId, formula }: Referenced, uses: Map<string, number>): void {
  if (countUse(fieldId, uses) === 1) countUses(formula.tree, uses);
}

function countUse(key: string, uses: Map<string, number>): number {
  const count = (uses.get(key) ?? 0) + 1;
  uses.set(key, count);
  return count;
}
