import { readDraft } from "@/components/edits/read-draft";
import { onDemand } from "@/components/ui/on-demand";
import type { CellEditor } from "./editor";
import { idPicksIn } from "./id-picks";
import { draftOfPicks } from "./picks";

export const recordsEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./records-box")).RecordsBox, { preload: "soon" }),
  read(field, fieldType, draft) {
    const reading = readDraft(field, fieldType, draft);
    if ("value" in reading) return reading;
    const { search } = idPicksIn(draft);
    return {
      problem: `${field.name} takes records from the list; “${search}” is not one of them`,
    };
  },
  /** Typed text only searches, because names are not unique and a typing mistake must not change links. */
  typed: (text, draft) => ({ open: draftOfPicks({ ...idPicksIn(draft), search: text }) }),
  typedIn: (draft) => idPicksIn(draft).search,
};
