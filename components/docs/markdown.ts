/** What Markdown text consists of, as far as the document's own texts use it. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export type Piece =
  | { readonly kind: "text" | "code" | "strong"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

export function parseBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  while (lines.length > 0) {
    const line = lines[0] ?? "";
    const heading = /^(#+) (.*)$/.exec(line);
    if (line.trim() === "") lines.shift();
    else if (heading) {
      lines.shift();
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
    } else if (line.startsWith("```")) blocks.push(takeCode(lines));
    else if (line.startsWith("|")) blocks.push(takeTable(lines));
    else if (isItem(line)) blocks.push(takeList(lines));
    else blocks.push({ kind: "paragraph", text: takeParagraph(lines) });
  }
  return blocks;
}

/** The pieces of a line: code, what stands out, and links. */
export function parseInline(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    if (match.index > at) pieces.push({ kind: "text", text: text.slice(at, match.index) });
    const [all, code, strong, link, href] = match;
    if (code !== undefined) pieces.push({ kind: "code", text: code });
    else if (strong !== undefined) pieces.push({ kind: "strong", text: strong });
    else pieces.push({ kind: "link", text: link ?? "", href: href ?? "" });
    at = match.index + all.length;
  }
  if (at < text.length) pieces.push({ kind: "text", text: text.slice(at) });
  return pieces;
}

function takeCode(lines: string[]): Block {
  lines.shift();
  const end = lines.indexOf("```");
  const code = lines.splice(0, end < 0 ? lines.length : end);
  lines.shift();
  return { kind: "code", text: code.join("\n") };
}

function takeTable(lines: string[]): Block {
  const taken = takeWhile(lines, (line) => line.startsWith("|"));
  const [head = [], , ...rows] = taken.map(cellsOf);
  return { kind: "table", head, rows };
}

/** A `|` within a cell is written `\|`. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, line.endsWith("|") ? -1 : undefined)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** An item goes on in the lines that are indented below it. */
function takeList(lines: string[]): Block {
  const items: string[] = [];
  for (const line of takeWhile(lines, (each) => isItem(each) || /^\s+\S/.test(each))) {
    if (isItem(line)) items.push(line.slice(2));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return { kind: "list", items };
}

function takeParagraph(lines: string[]): string {
  const taken = takeWhile(
    lines,
    (line) => line.trim() !== "" && !/^(\||```|#+ )/.test(line) && !isItem(line),
  );
  return taken.join(" ");
}

function isItem(line: string): boolean {
  return line.startsWith("- ");
}

function takeWhile(lines: string[], belongs: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !belongs(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}
