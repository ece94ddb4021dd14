import type { ViewConfig } from "../../contract/views";
import { narrowTo, type TableSchema } from "../structure/schemas";
import type { OpenShare } from "./open-share";
import { sharedAddressOf } from "./shared-files";

/** Narrows a schema to the fields that a view shows, in its order, for a visitor of a shared link. */
export function narrowToView(schema: TableSchema, view: ViewConfig, share: OpenShare): TableSchema {
  return narrowTo(schema, shownIn(view, schema), { addressOf: (file) => sharedAddressOf(file, share) });
}

function shownIn({ hiddenFieldIds, orderedFieldIds }: ViewConfig, { fields }: TableSchema): string[] {
  const hidden = new Set(hiddenFieldIds);
  const all = new Set([...orderedFieldIds, ...fields.map(({ id }) => id)]);
  return [...all].filter((id) => !hidden.has(id));
}
