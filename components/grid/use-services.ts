import { useMemo } from "react";
import { useFieldActions } from "@/components/fields/field-actions";
import { hiddenWith } from "@/components/fields/field-order";
import { readRows } from "@/components/listing/read-rows";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { useTableServices } from "@/components/open-table/use-table-services";
import type { Tasks } from "@/components/tasks/tasks";
import type { Table } from "@/lib/contract/tables";
import { settingOf, type View } from "@/lib/contract/views";
import type { GridServices, GridState } from "./grid-state";
import type { TypeaheadQueue } from "./input/typeahead-queue";
import type { Overlay } from "./overlay";

interface Surroundings {
  readonly table: Table;
  readonly view: View;
  readonly state: () => GridState;
  readonly tasks: Tasks;
  readonly typeahead: TypeaheadQueue;
  readonly show: (overlay: Overlay) => void;
  readonly takeFocus: () => void;
  /** Returns the element that has the focus while a person works in the grid. */
  readonly focusElement: () => HTMLElement | null;
}

/** Provides commands with everything outside the grid. */
export function useServices(listing: RecordListing, around: Surroundings): GridServices {
  const { table, view, state, tasks, typeahead, show, takeFocus, focusElement } = around;
  const services = useTableServices(listing, tasks);
  const { begin } = useFieldActions();
  const { changeView } = useOpenTable();
  return useMemo(
    () => ({
      ...services,
      state,
      table,
      orderedBy: [...view.config.sorts, ...settingOf(view.config, "groups")].map(({ fieldId }) => fieldId),
      filter: view.config.filter,
      typeahead,
      show,
      takeFocus,
      deleteFields: (fields) => begin({ what: "delete", fields, finalFocus: focusElement }),
      explainField: (field) => begin({ what: "explain", field }),
      hideFields: (fields) => changeView({ hiddenFieldIds: hiddenWith(view.config, fields) }),
      readRows: (reading, run) => readRows(listing, reading, run),
    }),
    [services, table, view, state, listing, typeahead, show, takeFocus, begin, changeView, focusElement],
  );
}
