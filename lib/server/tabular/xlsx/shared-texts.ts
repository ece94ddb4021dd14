import { limits } from "../../../contract/limits";
import type { Tally } from "../notes";
import { plainText } from "../text/plain-text";
import { UnreadableFile } from "../unreadable-file";
import type { Package } from "./package";
import { parseXml } from "./parse-xml";

/** Reads the texts that cells refer to by index. They are held in memory, so their size is limited. */
export async function readSharedTexts(
  opened: Package,
  part: string | undefined,
  tally: Tally,
): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined || !opened.has(part)) return texts;
  const collector = new TextCollector();
  let size = 0;
  const handler = {
    open: (tag: string) => collector.open(tag),
    close(tag: string) {
      collector.close(tag);
      if (tag !== "si") return;
      const text = plainText(collector.take(), tally);
      texts.push(text);
      size += text.length + overhead;
    },
    text: (text: string) => collector.text(text),
  };
  for await (const _ of parseXml(opened.read(part), handler, tally)) {
    if (size > limits.sharedTextCharacters) {
      throw new UnreadableFile(
        `The texts of the XLSX file have more than ${limits.sharedTextCharacters.toLocaleString("en")} characters. Save it as CSV, or split it.`,
      );
    }
  }
  return texts;
}

/** Memory that a short text takes beside its characters. */
const overhead = 32;

/** Collects plain and rich text: the content of `t`, but not that of phonetic runs. */
export class TextCollector {
  #text = "";
  #isText = false;
  #isPhonetic = false;

  open(tag: string): void {
    if (tag === "t") this.#isText = true;
    else if (tag === "rPh") this.#isPhonetic = true;
  }

  close(tag: string): void {
    if (tag === "t") this.#isText = false;
    else if (tag === "rPh") this.#isPhonetic = false;
  }

  text(text: string): void {
    if (!this.#isText || this.#isPhonetic) return;
    this.#text += text;
    if (this.#text.length <= limits.importRowCharacters) return;
    const max = limits.importRowCharacters.toLocaleString("en");
    throw new UnreadableFile(
      `A cell is longer than ${max} characters. Shorten it and upload the file again.`,
    );
  }

  take(): string {
    const text = unescapeText(this.#text);
    this.#text = "";
    return text;
  }
}

/** Resolves the escapes of characters that XML cannot hold: `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
