import * as z from "zod";
import { recordId } from "./ids";

/** Path parameters of a request. A table and a field are given by id or name. */
export const basePlace = z.object({ databaseId: described("The database's id.") });
export const tablePlace = basePlace.extend({
  tableId: described("The table's id or its name, percent-encoded."),
});
export const fieldPlace = tablePlace.extend({
  fieldId: described("The field's id or its name, percent-encoded."),
});
export const viewPlace = tablePlace.extend({ viewId: described("The view's id.") });
export const recordPlace = tablePlace.extend({
  recordId: recordId.meta({ description: "The record's id, a UUID." }),
});
export const keyPlace = z.object({ keyId: described("The key's id.") });

export const sessionPlace = z.object({ sessionId: described("The session's id.") });

export const personPlace = z.object({ personId: described("The person's id.") });

export const memberPlace = basePlace.extend({ personId: described("The person's id.") });

export const invitationPlace = z.object({ invitationId: described("The invitation's id.") });

export const passkeyPlace = z.object({ passkeyId: described("The passkey's id.") });
export const sharePlace = basePlace.extend({ shareId: described("The shared link's id.") });

export const sharedPlace = z.object({ token: described("The last part of the shared link.") });

export const sharedFilePlace = sharedPlace.extend({
  address: described("The sealed address of the file, as in a record."),
  filename: described("The file name. It may be anything: only the address is checked."),
});

export const formPlace = z.object({ token: described("The last part of the form's link.") });

export const formFilePlace = formPlace.extend({
  address: described("The sealed address of the file, as in the form."),
  filename: described("The file name. It may be anything: only the address is checked."),
});

export const formFieldPlace = formPlace.extend({
  fieldId: described("The field's id or its name, percent-encoded."),
});

export const trashPlace = basePlace.extend({ trashId: described("The id of the entry in the trash.") });

export const importPlace = basePlace.extend({ importId: described("The import's id.") });

export const exportPlace = basePlace.extend({
  exportId: described("The `exportId` that the export was called with."),
});

export const webhookPlace = basePlace.extend({ webhookId: described("The webhook's number.") });

export const deliveryPlace = webhookPlace.extend({ deliveryId: described("The event's id.") });

export type BasePlace = z.infer<typeof basePlace>;
export type TablePlace = z.infer<typeof tablePlace>;
export type FieldPlace = z.infer<typeof fieldPlace>;
export type ViewPlace = z.infer<typeof viewPlace>;
export type RecordPlace = z.infer<typeof recordPlace>;
export type KeyPlace = z.infer<typeof keyPlace>;
export type SessionPlace = z.infer<typeof sessionPlace>;

export type PersonPlace = z.infer<typeof personPlace>;

export type MemberPlace = z.infer<typeof memberPlace>;

export type InvitationPlace = z.infer<typeof invitationPlace>;

export type PasskeyPlace = z.infer<typeof passkeyPlace>;

export type ImportPlace = z.infer<typeof importPlace>;

export type ExportPlace = z.infer<typeof exportPlace>;

export type SharePlace = z.infer<typeof sharePlace>;

export type SharedPlace = z.infer<typeof sharedPlace>;

export type SharedFilePlace = z.infer<typeof sharedFilePlace>;

export type WebhookPlace = z.infer<typeof webhookPlace>;

export type DeliveryPlace = z.infer<typeof deliveryPlace>;

export type TrashPlace = z.infer<typeof trashPlace>;

function described(description: string) {
  return z.string().meta({ description });
}
