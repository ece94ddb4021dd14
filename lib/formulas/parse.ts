import { formulaLimits } from "./limits";
import { escapeName } from "./references";
import { type Token, tokenize } from "./tokens";
import type { BinaryOperator, Problem, Result, Span, Tree } from "./tree";

/** Parses a formula. Never throws. Limits the depth and number of nodes, so that trees can be walked recursively. */
export function parse(text: string): Result<Tree> {
  const tokens = tokenize(text);
  if (tokens.problem) return { problem: tokens.problem };
  try {
    return { value: new Parser(tokens.value).parseAll() };
  } catch (error) {
    if (error instanceof Mistake) return { problem: error.problem };
    throw error;
  }
}

class Mistake extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Operators by precedence, weakest first; comparisons are not chained. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ["=", "!=", "<", "<=", ">", ">="],
  ["&"],
  ["+", "-"],
  ["*", "/"],
  ["^"],
];

/** A Pratt parser: `parseBinary(level)` reads operators of that level and stronger ones. */
class Parser {
  private at = 0;
  private depth = 0;
  private nodes = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parseAll(): Tree {
    if (this.peek().kind === "end") fail(this.peek(), "The formula is empty.");
    const tree = this.parseBinary(0);
    if (this.peek().kind !== "end") fail(this.peek(), this.unexpected());
    return tree;
  }

  private peek(): Token {
    return this.tokens[this.at] as Token;
  }

  private isNext(operator: BinaryOperator | "%"): boolean {
    const token = this.peek();
    return token.kind === "operator" && token.operator === operator;
  }

  private take(): Token {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  private parseBinary(minLevel: number): Tree {
    let left = this.parseUnary();
    for (;;) {
      const token = this.peek();
      if (token.kind !== "operator" || token.operator === "%") return left;
      const { operator } = token;
      const level = levels.findIndex((each) => each.includes(operator));
      if (level < minLevel) return left;
      if (level === 0 && left.kind === "binary" && levels[0]?.includes(left.operator)) {
        fail(token, "Comparisons can't be chained. Combine them with AND(…).");
      }
      this.take();
      const right = this.parseBinary(level + 1);
      left = this.made({ kind: "binary", operator, left, right, start: left.start, end: right.end });
    }
  }

  private parseUnary(): Tree {
    const signs: Token[] = [];
    while (this.isNext("+") || this.isNext("-")) signs.push(this.takeOneOf(signs));
    let tree = this.parsePostfix();
    for (const sign of signs.reverse()) {
      const operator = sign.kind === "operator" && sign.operator === "-" ? "-" : "+";
      tree = this.made({ kind: "unary", operator, operand: tree, start: sign.start, end: tree.end });
    }
    return tree;
  }

  private parsePostfix(): Tree {
    let tree = this.parseValue();
    const signs: Token[] = [];
    while (this.isNext("%")) {
      signs.push(this.takeOneOf(signs));
      const { end } = signs.at(-1) as Token;
      tree = this.made({ kind: "unary", operator: "%", operand: tree, start: tree.start, end });
    }
    return tree;
  }

  /** Limits signs in a row, each of which is a nested node. */
  private takeOneOf(before: readonly Token[]): Token {
    if (before.length >= formulaLimits.depth) fail(this.peek(), tooDeep);
    return this.take();
  }

  private parseValue(): Tree {
    const token = this.take();
    const { start, end } = token;
    switch (token.kind) {
      case "number":
        return this.made({ kind: "number", digits: token.digits, start, end });
      case "text":
        return this.made({ kind: "text", text: token.text, start, end });
      case "reference":
        return this.made({ kind: "reference", inner: token.inner, isBare: false, start, end });
      case "word":
        return this.peek().kind === "open"
          ? this.parseCall(token.word, token)
          : this.parseWord(token.word, token);
      case "open":
        return this.parseGroup(token);
      default:
        this.at -= 1;
        return fail(token, this.unexpected());
    }
  }

  private parseWord(word: string, { start, end }: Span): Tree {
    const upper = word.toUpperCase();
    if (upper === "TRUE" || upper === "FALSE") {
      return this.made({ kind: "boolean", is: upper === "TRUE", start, end });
    }
    return this.made({ kind: "reference", inner: escapeName(word), isBare: true, start, end });
  }

  private parseGroup(open: Token): Tree {
    const inner = this.nested(open, () => this.parseBinary(0));
    if (this.peek().kind !== "close") fail(open, "The parenthesis ( is not closed by ).");
    return { kind: "group", inner, start: open.start, end: this.take().end };
  }

  private parseCall(name: string, nameSpan: Span): Tree {
    const open = this.take();
    const args = this.nested(nameSpan, () => this.parseArguments());
    if (this.peek().kind !== "close") {
      const isOpen = this.peek().kind === "end";
      fail(isOpen ? open : this.peek(), isOpen ? "The parenthesis ( is not closed by )." : this.unexpected());
    }
    const { start, end } = nameSpan;
    return this.made({ kind: "call", name, nameSpan: { start, end }, args, start, end: this.take().end });
  }

  private parseArguments(): Tree[] {
    if (this.peek().kind === "close") return [];
    const args = [this.parseBinary(0)];
    while (this.peek().kind === "separator") {
      this.take();
      args.push(this.parseBinary(0));
    }
    return args;
  }

  private nested<Read>(at: Span, read: () => Read): Read {
    this.depth += 1;
    if (this.depth > formulaLimits.depth) fail(at, tooDeep);
    const found = read();
    this.depth -= 1;
    return found;
  }

  private made(tree: Tree): Tree {
    this.nodes += 1;
    if (this.nodes > formulaLimits.nodes) fail(tree, tooLarge);
    return tree;
  }

  private unexpected(): string {
    const token = this.peek();
    if (token.kind === "end") return "The formula ends too early. A value is missing.";
    if (token.kind === "operator") return `A value is missing before ${token.operator}.`;
    const signs = { open: "(", close: ")", separator: "," } as const;
    if (token.kind === "separator" || token.kind === "close") {
      return `The ${signs[token.kind]} is unexpected here.`;
    }
    return "An operator is missing here, such as + or &.";
  }
}

/** Messages that the checker shares, which counts referenced formulas too. */
export const tooDeep = `Calls and parentheses can be nested ${formulaLimits.depth} deep, with all formulas that the formula uses.`;
export const tooLarge = `A formula has at most ${formulaLimits.nodes.toLocaleString("en")} parts, with all formulas that it uses.`;

function fail({ start, end }: Span, message: string): never {
  throw new Mistake({ message, start, end });
}
