import type * as z from "zod";
import { type Problems, problemsIn } from "@/components/forms/problems";
import type { Key, keyCreate, keyUpdate, Scope } from "@/lib/contract/keys";

/** The state of the form for a key. */
export interface KeyDraft {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Limits the key to `databases`. */
  readonly isForSome: boolean;
  readonly databases: readonly string[];
  /** One of `expiries`, or a number of days from now. */
  readonly expires: string;
  /** The last valid day, `YYYY-MM-DD`; used if `expires` is `onDay`. */
  readonly day: string;
}

export const expiries = { never: "never", onDay: "day" };

export const emptyDraft: KeyDraft = {
  name: "",
  scopes: ["read"],
  isForSome: false,
  databases: [],
  expires: expiries.never,
  day: "",
};

export function draftOf({ name, scopes, databases, expiresAt }: Key): KeyDraft {
  return {
    name,
    scopes,
    isForSome: databases !== null,
    databases: databases ?? [],
    expires: expiresAt === null ? expiries.never : expiries.onDay,
    day: expiresAt === null ? "" : dayOf(new Date(expiresAt)),
  };
}

/** The request body that creates the key. */
export function toKeyCreate(draft: KeyDraft, now: Date): z.input<typeof keyCreate> {
  return {
    name: draft.name,
    scopes: [...draft.scopes],
    databases: draft.isForSome ? [...draft.databases] : null,
    expiresAt: expiryOf(draft, now),
  };
}

/** The request body that updates the key, without what is unchanged. */
export function toKeyUpdate(draft: KeyDraft, key: Key, now: Date): z.input<typeof keyUpdate> {
  const before = draftOf(key);
  const { name, scopes, databases, expiresAt } = toKeyCreate(draft, now);
  const differs = (...parts: (keyof KeyDraft)[]) =>
    parts.some((part) => JSON.stringify(draft[part]) !== JSON.stringify(before[part]));
  return {
    ...(differs("name") && { name }),
    ...(differs("scopes") && { scopes }),
    ...(differs("isForSome", "databases") && { databases }),
    ...(differs("expires", "day") && { expiresAt }),
  };
}

/** Validates a draft, and the request body made from it against `shape`. */
export function problemsInDraft(draft: KeyDraft, shape: z.ZodType, body: unknown): Problems {
  return {
    ...problemsIn(shape, body),
    ...(draft.scopes.length === 0 && { scopes: "Choose at least one" }),
    ...(draft.isForSome && draft.databases.length === 0 && { databases: "Choose at least one" }),
    ...(draft.expires === expiries.onDay && draft.day === "" && { expiresAt: "Choose a day" }),
  };
}

function expiryOf({ expires, day }: KeyDraft, now: Date): string | null {
  if (expires === expiries.never) return null;
  if (expires !== expiries.onDay) return new Date(now.getTime() + Number(expires) * 86_400_000).toISOString();
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? "" : end.toISOString();
}

/** The local date of a moment, `YYYY-MM-DD`. */
function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
