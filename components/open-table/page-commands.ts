import type { Command } from "@/components/commands/command";
import { commandList } from "@/components/commands/command-list";
import { openReplace, openSearch } from "@/components/commands/open-search";
import type { EditStore } from "@/components/edits/edit-store";
import { countFailed, countWaiting, type Edits } from "@/components/edits/edits";
import { unsavedText } from "@/components/edits/edits-texts";
import { counted } from "@/components/tasks/counted";
import { loadable } from "@/components/ui/loadable";
import { withPart } from "@/components/ui/with-part";
import type { PageOverlay } from "./page-overlay";
import { runVerb } from "./run-verb";
import type { TableServices } from "./use-table-services";

/** The state and services that a page's commands use, with or without a grid. */
export interface PageState {
  readonly store: EditStore;
  readonly services: TableServices & { readonly show: (overlay: PageOverlay) => void };
}

/** Undo and redo, whose script is loaded with the first of them, or before, when the page is idle. */
const undoing = loadable(() => import("./undo/undo-commands"));

/** Describes the state of saving. */
function savedText(edits: Edits): string {
  const [waiting, marked] = [countWaiting(edits), countFailed(edits)];
  if (edits.isUnreachable && waiting > 0) return unsavedText(waiting, edits);
  return marked === 0
    ? "All changes are saved automatically"
    : `All changes are saved, except in ${counted(marked, "marked cell")}`;
}

/** The commands for the whole table, which work anywhere on its page. */
export const pageVerbs = {
  undo(_: Command, page: PageState) {
    withPart(undoing, ({ undo }) => void undo(page));
  },
  redo(_: Command, page: PageState) {
    withPart(undoing, ({ redo }) => void redo(page));
  },
  /** Saving is automatic, but the browser would save the page as a file. */
  save(_: Command, { store, services }: PageState) {
    services.notify({ title: savedText(store.get()) });
  },
  import(_: Command, { services }: PageState) {
    services.importFile();
  },
  export({ format }: Extract<Command, { do: "export" }>, { services }: PageState) {
    services.exportAs(format);
  },
  print(_: Command, { services }: PageState) {
    services.print();
  },
  search() {
    openSearch();
  },
  replace() {
    return openReplace();
  },
  commands(_: Command, { services }: PageState) {
    services.show({ is: "commands" });
  },
  keys(_: Command, { services }: PageState) {
    services.show({ is: "keys" });
  },
};

/** Runs a command for the whole table. Returns false for others, which leaves the key to the browser. */
export function runOnPage(command: Command, page: PageState): boolean {
  return runVerb(pageVerbs, command, page);
}

/** The commands of a page where no cell can be selected. */
export const pageCommandList = commandList.filter(({ command }) => isForPage(command));

const forRecords: ReadonlySet<Command["do"]> = new Set(["search", "replace", "export"]);

/** The commands of a page without records. */
export const plainCommandList = pageCommandList.filter(({ command }) => !forRecords.has(command.do));

function isForPage(command: Command): boolean {
  return Object.hasOwn(pageVerbs, command.do);
}
