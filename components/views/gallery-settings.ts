import type { Table } from "@/lib/contract/tables";
import { configKeys } from "@/lib/contract/view-types";
import type { ViewConfigUpdate } from "@/lib/contract/views";

/** Enough fields to recognize a record, few enough to show several cards at once. */
const maxFields = 4;

/** Shows the first fields on the cards of a new gallery, and the pictures of the first field that has any. */
export function initialGallery({ fields, primaryFieldId }: Table): ViewConfigUpdate {
  const cover = fields.find((field) => configKeys.coverFieldId.fields?.takes?.isMet(field) ?? false);
  const others = fields.filter(({ id }) => id !== primaryFieldId && id !== cover?.id);
  return {
    hiddenFieldIds: others.slice(maxFields).map(({ id }) => id),
    ...(cover && { coverFieldId: cover.id }),
  };
}
