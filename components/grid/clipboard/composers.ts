import type { CopyFormat } from "@/components/commands/copy-formats";
import type { ClipboardCell, ClipboardTexts } from "./block";
import { composeCopy } from "./compose-copy";
import { markdownRowOf, markdownRuleOf } from "./markdown";
import type { OwnCopy } from "./own-text";

/** A row of a copy: its cells as shown, and their values with names in place of linked records. */
export interface CopiedRow {
  readonly cells: readonly ClipboardCell[];
  readonly values: readonly unknown[];
}

/** Collects rows one by one and returns them as texts of the clipboard. */
export interface Composer {
  add(row: CopiedRow): void;
  finish(): ClipboardTexts & OwnCopy;
}

type StartComposer = (copyId: string, fieldNames: readonly string[]) => Composer;

const startTable: StartComposer = (copyId) => {
  const composing = composeCopy(copyId);
  return { add: ({ cells }) => composing.add(cells), finish: composing.finish };
};

const composers: { readonly [Format in CopyFormat]: StartComposer } = {
  named(copyId, fieldNames) {
    const composing = composeCopy(copyId);
    composing.add(fieldNames.map((text) => ({ text })));
    return { add: ({ cells }) => composing.add(cells), finish: composing.finish };
  },
  markdown(_, fieldNames) {
    const lines = [markdownRowOf(fieldNames), markdownRuleOf(fieldNames.length)];
    return {
      add: ({ cells }) => void lines.push(markdownRowOf(cells.map(({ text }) => text))),
      finish: () => textAlone(`${lines.join("\n")}\n`),
    };
  },
  json(_, fieldNames) {
    const keys = fieldNames.map((name) => JSON.stringify(name));
    const objects: string[] = [];
    return {
      // As text, because an object would sort names such as "1" first and lose `__proto__`.
      add: ({ values }) =>
        void objects.push(
          `  {${keys.map((key, at) => `${key}: ${JSON.stringify(values[at] ?? null)}`).join(", ")}}`,
        ),
      finish: () => textAlone(`[\n${objects.join(",\n")}\n]\n`),
    };
  },
};

/** Starts a copy in a format; of cells if none is given. */
export function startComposer(format: CopyFormat | undefined, ...given: Parameters<StartComposer>): Composer {
  return (format ? composers[format] : startTable)(...given);
}

function textAlone(text: string): ClipboardTexts & OwnCopy {
  return { text, html: "", plain: text, plainColumns: new Set() };
}
