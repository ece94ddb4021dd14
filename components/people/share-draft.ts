import type * as z from "zod";
import type { Share, shareCreate, shareUpdate } from "@/lib/contract/shares";

/** The state of the form for a link. */
export interface ShareDraft {
  /** Empty for no password, or for the same as before. */
  readonly password: string;
  readonly dropsPassword: boolean;
  /** The last valid day, `YYYY-MM-DD`; empty if the link does not expire. */
  readonly day: string;
  readonly allowExport: boolean;
  readonly allowCopy: boolean;
  readonly embed: boolean;
  readonly showsName: boolean;
}

export const emptyDraft: ShareDraft = {
  password: "",
  dropsPassword: false,
  day: "",
  allowExport: false,
  allowCopy: true,
  embed: false,
  showsName: false,
};

export function draftOf({ expiresAt, allowExport, allowCopy, embed, showsName }: Share): ShareDraft {
  const day = expiresAt === null ? "" : dayOf(new Date(expiresAt));
  return { ...emptyDraft, day, allowExport, allowCopy, embed, showsName };
}

/** The request body that creates a link to a view. */
export function toShareCreate(draft: ShareDraft, viewId: string): z.input<typeof shareCreate> {
  return {
    viewId,
    ...(draft.password !== "" && { password: draft.password }),
    ...(draft.day !== "" && { expiresAt: endOf(draft.day) }),
    ...choicesIn(draft),
  };
}

/** The request body that changes a link. An expiry on the same day keeps its time. */
export function toShareUpdate(draft: ShareDraft, share: Share): z.input<typeof shareUpdate> {
  return {
    ...(draft.dropsPassword ? { password: null } : draft.password !== "" && { password: draft.password }),
    ...(draft.day !== draftOf(share).day && { expiresAt: draft.day === "" ? null : endOf(draft.day) }),
    ...choicesIn(draft),
  };
}

function choicesIn({ allowExport, allowCopy, embed, showsName }: ShareDraft) {
  return { allowExport, allowCopy, embed, showsName };
}

/** The last moment of a local day; the text itself if it is none. */
function endOf(day: string): string {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** The local date of a moment, `YYYY-MM-DD`. */
function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
