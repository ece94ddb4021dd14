/** The blocks of Markdown that the document uses. */
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

/** Parses code, emphasis and links within the application. A backslash escapes a character. */
export function parseInline(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = "";
  const add = (piece: Piece) => {
    if (plain !== "") pieces.push({ kind: "text", text: plain });
    pieces.push(piece);
    plain = "";
  };
  let at = 0;
  for (const match of text.matchAll(inline)) {
    plain += text.slice(at, match.index);
    const [all, escaped, code, strong, link = "", href = ""] = match;
    if (escaped !== undefined) plain += escaped;
    else if (code !== undefined) add({ kind: "code", text: code });
    else if (strong !== undefined) add({ kind: "strong", text: strong });
    else if (isWithin(href)) add({ kind: "link", text: link, href });
    else plain += all;
    at = match.index + all.length;
  }
  plain += text.slice(at);
  return plain === "" ? pieces : [...pieces, { kind: "text", text: plain }];
}

const inline = /\\([!-/:-@[-`{-~])|`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Tests whether a URL stays on this site, for any origin. The reference has no other links. */
function isWithin(href: string): boolean {
  const own = "http://own.invalid";
  return /^[/#]/.test(href) && URL.canParse(href, own) && new URL(href, own).origin === own;
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

/** Splits a table row at `|`; within a cell it is written `\|`. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, line.endsWith("|") ? -1 : undefined)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Indented lines continue the item above. */
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
