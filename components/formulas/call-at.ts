import { type FunctionEntry, findFunction, type Param, scan } from "@/lib/formulas";

/** The function that the cursor is in. */
export interface CallAt {
  readonly entry: FunctionEntry;
  /** The index of the parameter at the cursor; undefined on the function's name, and beyond the last parameter. */
  readonly param: number | undefined;
}

/** Finds the innermost call around a position. */
export function callAt(text: string, position: number): CallAt | undefined {
  const { tokens } = scan(text);
  /** Open parentheses, with the argument that was reached in each. */
  const open: { entry: FunctionEntry | undefined; argument: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (token.kind === "word" && token.start <= position && position <= token.end) {
      const entry = tokens[index + 1]?.kind === "open" ? findFunction(token.word) : undefined;
      if (entry) return { entry, param: undefined };
    }
    if (token.end > position) break;
    if (token.kind === "open")
      open.push({ entry: before?.kind === "word" ? findFunction(before.word) : undefined, argument: 0 });
    if (token.kind === "close") open.pop();
    const top = open.at(-1);
    if (token.kind === "separator" && top) top.argument += 1;
  }
  const inner = open.findLast(({ entry }) => entry !== undefined);
  return inner?.entry && { entry: inner.entry, param: paramAt(inner.entry.params, inner.argument) };
}

/** The index of the parameter for an argument; parameters at the end may repeat. */
function paramAt(params: readonly Param[], argument: number): number | undefined {
  if (argument < params.length) return argument;
  const first = params.findIndex(({ repeated }) => repeated);
  return first < 0 ? undefined : first + ((argument - first) % (params.length - first));
}
