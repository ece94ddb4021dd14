import type { CheckedFormula, Typed, TypedArg } from "./checked";
import { convert, nullOf } from "./convert";
import type { Arg, Own, RecordSql } from "./functions/entry";
import { computedFacts, fieldFacts, maxRawDigits, settle } from "./numbers";
import type { ReferencePath } from "./references";
import { fillHoles, type Hole, joinErrors, joinSql, makeHole, Sql, sql, usesOf } from "./sql";
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

export interface CompiledFormula extends ValueSql {
  /**
   * A query of one row with the columns "value" and "error" (if there can be one), for `CROSS JOIN LATERAL`. It
   * evaluates both at once, where `value` and `error` evaluate common parts twice.
   */
  readonly row: Sql;
}

/**
 * Compiles a formula to SQL that never raises. Its size is linear in the number of nodes: parts that are needed twice,
 * and formulas that are used twice, are evaluated once in a sub-select.
 */
export function compile(formula: CheckedFormula, scope: CompileScope): CompiledFormula {
  const compiler = new Compiler(scope, formula);
  const { value, error } = compiler.compileFormula(formula);
  const select = (columns: Sql, ...parts: readonly Sql[]) =>
    sql`SELECT ${columns}${compiler.steps.from(...parts)}`;
  const whole = (part: Sql) =>
    part.strings.some((text) => text.includes('"steps"')) ? sql`(${select(part, part)})` : part;
  const row = error
    ? select(sql`${value} AS "value", ${error} AS "error"`, value, error)
    : select(sql`${value} AS "value"`, value);
  return { value: whole(value), ...(error && { error: whole(error) }), row };
}

class Compiler {
  readonly steps = new Steps();
  private readonly uses: ReadonlyMap<string, number>;
  private readonly bound = new Map<string, Compiled>();

  constructor(
    private readonly scope: CompileScope,
    formula: CheckedFormula,
  ) {
    this.uses = countUses(formula.tree);
  }

  /** The final result: numbers are rounded, texts limited, and an empty text is blank. */
  compileFormula({ tree, type }: CheckedFormula): Compiled {
    const result = this.settled(this.compile(tree));
    if (tree.type === "blank") return { ...result, value: nullOf(type) };
    if (type !== "text" || tree.kind === "field" || tree.kind === "formula") return result;
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
        return { ...literal(sql`${tree.constant}::numeric`), number: factsOf(tree.constant) };
      case "text":
        return literal(sql`${tree.constant}::text`);
      case "checkbox":
        return literal(tree.constant ? sql`true` : sql`false`);
      case "error":
        return { value: nullOf(tree.type), error: sql`${tree.code}::text`, isBlankable: false, level: 0 };
      case "field": {
        const isNumber = tree.type === "number";
        const isBlankable = tree.type !== "checkbox";
        return {
          ...this.scope.field(tree.path),
          isBlankable,
          level: 0,
          ...(isNumber && { number: fieldFacts }),
        };
      }
      case "formula":
        return this.compileReferenced(tree);
      case "call":
        return this.compileCall(tree);
    }
  }

  private compileReferenced({ fieldId, formula }: Typed & { kind: "formula" }): Compiled {
    const known = this.bound.get(fieldId) ?? this.given(fieldId, formula);
    if (known) return known;
    const compiled = this.compileFormula(formula);
    if ((this.uses.get(fieldId) ?? 0) < 2) return compiled;
    const bound = this.steps.bind(compiled);
    this.bound.set(fieldId, bound);
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

/** Counts the references to each formula. Looks into each formula only once. */
function countUses(tree: Typed, uses = new Map<string, number>()): Map<string, number> {
  if (tree.kind === "formula") {
    const before = uses.get(tree.fieldId) ?? 0;
    uses.set(tree.fieldId, before + 1);
    if (before === 0) countUses(tree.formula.tree, uses);
  }
  if (tree.kind === "call") for (const arg of tree.args) countUses(arg.tree, uses);
  return uses;
}
