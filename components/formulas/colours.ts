import { type Span, scan, type Token } from "@/lib/formulas";

export type Colour = "number" | "text" | "field" | "function" | "constant" | "operator" | "bracket" | "rest";

/** The parts of a formula to colour, in order. */
export function coloursIn(text: string): (Span & { readonly colour: Colour })[] {
  const { tokens, problems } = scan(text);
  const parts = tokens.flatMap((token, index) => {
    const colour = colourOf(token, tokens[index + 1]);
    return colour ? [{ start: token.start, end: token.end, colour }] : [];
  });
  const unread = problems.map(({ start, end }) => ({ start, end, colour: unfinished(text.charAt(start)) }));
  return [...parts, ...unread].sort((one, other) => one.start - other.start);
}

function colourOf(token: Token, next: Token | undefined): Colour | undefined {
  switch (token.kind) {
    case "number":
    case "text":
    case "operator":
      return token.kind;
    case "reference":
      return "field";
    case "word":
      if (next?.kind === "open") return "function";
      return /^(?:true|false)$/i.test(token.word) ? "constant" : "field";
    case "open":
    case "close":
    case "separator":
      return "bracket";
    case "end":
      return undefined;
  }
}

/** The colour of a text or field that is not closed yet, by its first character. */
function unfinished(first: string): Colour {
  if (first === "{") return "field";
  return /["']/.test(first) ? "text" : "rest";
}
