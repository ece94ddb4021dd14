import type { ViewConfig } from "../../contract/views";
import { narrowTo, type TableSchema } from "../structure/schemas";
import type { OpenShare } from "./open-share";
import { sharedAddressOf } from "./shared-files";

/** Narrows a schema to the fields that a view shows and the link's maker may read, in its order, for a visitor. */
export function narrowToView(schema: TableSchema, view: ViewConfig, share: OpenShare): TableSchema {
  return narrowTo(schema, shownIn(view, schema), { addressOf: (file) => sharedAddressOf(file, share) });
}

function shownIn({ hiddenFieldIds, orderedFieldIds }: ViewConfig, { face }: TableSchema): string[] {
  const hidden = new Set(hiddenFieldIds);
  const known = face.fields.map(({ id }) => id);
  const all = new Set([...orderedFieldIds.filter((id) => known.includes(id)), ...known]);
  return [...all].filter((id) => !hidden.has(id));
}
