import type { Table } from "@/lib/contract/tables";
import type { ViewConfigUpdate } from "@/lib/contract/views";
import { fieldTypeOf } from "@/lib/field-types";

/** The cover of a new gallery: the first field with attachments. */
export function initialGallery({ fields }: Table): ViewConfigUpdate {
  const files = fields.find((field) => fieldTypeOf(field).storage === "files");
  return files ? { coverFieldId: files.id } : {};
}
