import type { Attachment } from "@/lib/contract/attachments";

/** The files in a draft, which is their list as JSON. */
export function filesIn(draft: string): readonly Attachment[] {
  return listIn(draft) as readonly Attachment[];
}

/** Undefined for text that does not contain a list, such as text typed for another field. */
export function listIn(draft: string): unknown {
  try {
    return draft === "" ? [] : JSON.parse(draft);
  } catch {
    return undefined;
  }
}
