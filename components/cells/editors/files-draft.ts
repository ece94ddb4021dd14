import type { Attachment } from "@/lib/contract/attachments";

/** An uploaded file in an editor. Those of a form have an id in place of an address. */
export type HeldFile = Omit<Attachment, "url" | "uploadedAt"> &
  Partial<Pick<Attachment, "url" | "uploadedAt">> & { readonly id?: string };

/** The files in a draft, which is their list as JSON. */
export function filesIn(draft: string): readonly HeldFile[] {
  return listIn(draft) as readonly HeldFile[];
}

/** Undefined for text that does not contain a list, such as text typed for another field. */
export function listIn(draft: string): unknown {
  try {
    return draft === "" ? [] : JSON.parse(draft);
  } catch {
    return undefined;
  }
}
