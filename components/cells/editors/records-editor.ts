import { readDraft } from "@/components/edits/read-draft";
import { onDemand } from "@/components/ui/on-demand";
import type { CellEditor } from "./editor";
import { draftOfPicks } from "./picks";
import { recordPicksIn } from "./record-picks";

export const recordsEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./records-box")).RecordsBox),
  read(field, fieldType, draft) {
    const reading = readDraft(field, fieldType, draft);
    if ("value" in reading) return reading;
    const { search } = recordPicksIn(draft);
    return {
      problem: `${field.name} takes records from the list; “${search}” is not one of them`,
    };
  },
  /** Typed text only searches, because names are not unique and a typing mistake must not change links. */
  typed: (text, draft) => ({ open: draftOfPicks({ ...recordPicksIn(draft), search: text }) }),
};
