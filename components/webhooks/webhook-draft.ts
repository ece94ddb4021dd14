import type * as z from "zod";
import { type Problems, problemsIn } from "@/components/forms/problems";
import type { Filter } from "@/lib/contract/filters";
import type { WebhookEvent } from "@/lib/contract/webhook-events";
import type { Webhook, webhookCreate, webhookUpdate } from "@/lib/contract/webhooks";
import type { Source } from "@/lib/field-types/types/source";

/** A choice of all items or some. */
export interface Choice<Item> {
  readonly isSome: boolean;
  readonly items: readonly Item[];
}

export interface HeaderDraft {
  /** Identifies the row while others are added and removed. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** The state of the form for a webhook. */
export interface WebhookDraft {
  readonly url: string;
  readonly name: string;
  readonly events: readonly WebhookEvent[];
  readonly tables: Choice<string>;
  readonly fields: Choice<string>;
  /** The filters by the ids of their tables; that of the only chosen table applies. */
  readonly filters: { readonly [tableId: string]: Filter | null };
  readonly sources: Choice<Source>;
  /** Null keeps the headers as they are. */
  readonly headers: readonly HeaderDraft[] | null;
  readonly includeRecords: boolean;
  readonly active: boolean;
}

type CreateBody = z.input<typeof webhookCreate>;
type UpdateBody = z.input<typeof webhookUpdate>;

export const emptyDraft: WebhookDraft = {
  url: "",
  name: "",
  events: ["record.created", "record.updated", "record.deleted"],
  tables: { isSome: false, items: [] },
  fields: { isSome: false, items: [] },
  filters: {},
  sources: { isSome: false, items: [] },
  headers: [],
  includeRecords: true,
  active: true,
};

export function draftOf(webhook: Webhook): WebhookDraft {
  const { url, name, events, tableIds, fieldIds, filter, sources, headers, includeRecords, active } = webhook;
  const [tableId] = tableIds ?? [];
  return {
    ...{ url, name: name ?? "", events, includeRecords, active },
    tables: choiceOf(tableIds),
    fields: choiceOf(fieldIds),
    filters: tableId === undefined ? {} : { [tableId]: filter },
    sources: choiceOf(sources),
    headers: headers.length > 0 ? null : [],
  };
}

/** The only chosen table, whose records can be filtered. */
export function onlyTableOf({ tables: { isSome, items } }: WebhookDraft): string | undefined {
  return isSome && items.length === 1 ? items[0] : undefined;
}

/** True if the webhook can be limited to changes of some fields. */
export function mayChooseFields({ events, tables }: WebhookDraft): boolean {
  return tables.isSome && tables.items.length > 0 && events.includes("record.updated");
}

/** The request body that creates the webhook. */
export function toWebhookCreate(draft: WebhookDraft): CreateBody {
  const tableId = onlyTableOf(draft);
  const { url, name, events, headers, includeRecords, active } = draft;
  return {
    ...{ url: url.trim(), name: name === "" ? null : name, events: [...events], includeRecords, active },
    tableIds: listOf(draft.tables),
    fieldIds: mayChooseFields(draft) ? listOf(draft.fields) : null,
    filter: tableId === undefined ? null : (draft.filters[tableId] ?? null),
    sources: listOf(draft.sources),
    ...(headers && { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }),
  };
}

/** The request body that updates the webhook, without what is unchanged. */
export function toWebhookUpdate(draft: WebhookDraft, webhook: Webhook): UpdateBody {
  const before = toWebhookCreate(draftOf(webhook));
  const changed = Object.entries(toWebhookCreate(draft)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof CreateBody]),
  );
  return Object.fromEntries(changed);
}

/** Validates a draft and the request body that is made from it. */
export function problemsInDraft(draft: WebhookDraft, shape: z.ZodType, body: unknown): Problems {
  const { url, events, headers, tables, fields, sources } = draft;
  const isEmpty = ({ isSome, items }: Choice<unknown>) => isSome && items.length === 0;
  return {
    ...problemsIn(shape, body),
    ...problemsInHeaders(headers ?? []),
    ...(url.trim() === "" && { url: "Enter the URL to call" }),
    ...(events.length === 0 && { events: "Choose at least one" }),
    ...(isEmpty(tables) && { tableIds: "Choose at least one" }),
    ...(mayChooseFields(draft) && isEmpty(fields) && { fieldIds: "Choose at least one" }),
    ...(isEmpty(sources) && { sources: "Choose at least one" }),
  };
}

/** The problem of an input, or the first of those within it; undefined if there is none. */
export function problemAt(problems: Problems, name: string): string | undefined {
  const within = Object.keys(problems).find((path) => /^[.[]/.test(afterStart(path, name)));
  return problems[name] ?? (within === undefined ? undefined : problems[within]);
}

/** The rest of a text after its start; empty if it starts otherwise. */
function afterStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : "";
}

function problemsInHeaders(headers: readonly HeaderDraft[]): Problems {
  const names = headers.map(({ name }) => name.toLowerCase());
  if (names.includes("")) return { headers: "Enter the name of each header" };
  if (new Set(names).size < names.length) return { headers: "Each header can be set only once" };
  if (headers.some(({ value }) => value === "")) return { headers: "Enter the value of each header" };
  return {};
}

function choiceOf<Item>(list: readonly Item[] | null): Choice<Item> {
  return { isSome: list !== null, items: list ?? [] };
}

function listOf<Item>({ isSome, items }: Choice<Item>): Item[] | null {
  return isSome ? [...items] : null;
}
