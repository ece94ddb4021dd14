import { pasteFromClipboard } from "../clipboard/paste-from-clipboard";
import { continueDown, continueSeries, fillFirst } from "../fill/fill-commands";
import { selectedFields } from "../grid-state";
import { deleteRows } from "../rows/delete-rows";
import { duplicateRows } from "../rows/duplicate-rows";
import { insertRow } from "../rows/insert-row";
import { stepRows } from "../rows/move-commands";
import { clear } from "../writing/clear";
import { fillSelection } from "../writing/fill-selection";
import type { DeferredVerbs } from "./deferred-names";
import { deleteFields } from "./field-commands";

export { uploadFiles } from "../clipboard/upload-files";
export { fillTo } from "../fill/fill-commands";
export { moveRows } from "../rows/move-commands";
export { writeCells } from "../writing/write-cells";

export const deferredVerbs: DeferredVerbs = {
  clear(_, grid) {
    clear(grid);
  },
  "fill-selection"(_, grid) {
    fillSelection(grid);
  },
  fill({ along }, grid) {
    fillFirst(along, grid);
  },
  continue(_, grid) {
    continueSeries(grid);
  },
  "continue-down"(_, grid) {
    void continueDown(grid);
  },
  paste({ as }, grid) {
    void pasteFromClipboard(as, grid);
  },
  insert({ where }, grid) {
    void insertRow(where, grid);
  },
  "move-rows"({ way }, grid) {
    void stepRows(way, grid);
  },
  delete(_, grid) {
    if (selectedFields(grid).length > 0) deleteFields(grid);
    else void deleteRows(grid);
  },
  duplicate(_, grid) {
    void duplicateRows(grid);
  },
};
