/** The writes that clients attempted, with their outcomes. */
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import type { Answer, ApiClient } from "../api-client";
import { attempt, type Outcome } from "./attempt";

/** A write. */
export interface Intent {
  readonly kind: "create" | "update" | "delete";
  /** Unique to the write, and part of every cell that it writes. */
  readonly token: number;
  readonly lane: number;
  /** The number of records, of which all or none must be written. */
  readonly size: number;
  /** The records' ids; those of new ones only once acknowledged. */
  recordIds: readonly string[];
  /** `unknown` until there is a response. */
  outcome: Outcome;
  /** The version in the response. */
  version?: number;
}

/** The number of parts of a record; each has one writer at a time. */
export const lanes = 4;

/** The values of a write for the cells of its lane. */
export function cells({ token, lane }: Pick<Intent, "token" | "lane">): { [field: string]: unknown } {
  return {
    [`Number ${lane}`]: token,
    [`Text ${lane}`]: `text of ${token}`,
    [`Note ${lane}`]: `note of ${token}\n`.repeat(20),
  };
}

const fields = [
  { name: "Row", type: "number" },
  ...Array.from({ length: lanes }, (_, lane) => [
    { name: `Number ${lane}`, type: "number" },
    { name: `Text ${lane}`, type: "single_line_text" },
    { name: `Note ${lane}`, type: "long_text" },
  ]).flat(),
];

export class Ledger {
  /** In the order of their start. */
  readonly intents: Intent[] = [];
  readonly #about = new Map<string, Intent[]>();
  /** The number of requests without a response, by reason. */
  readonly cut = new Map<string, number>();
  /** The number of responses that reported an unreachable database. */
  unavailable = 0;

  private constructor(
    readonly base: Base,
    readonly table: Table,
  ) {}

  /** Creates a table to write to. */
  static async open(api: ApiClient): Promise<Ledger> {
    const tables = [{ name: "Rows", fields }];
    const { body } = await api.post<Base>("/bases", { name: "Ledger", tables });
    return new Ledger(body, body.tables[0] as Table);
  }

  get place(): string {
    return `/bases/${this.base.id}/tables/${this.table.id}/records`;
  }

  /** The known writes to a record, in the order in which their outcomes became known. */
  about(recordId: string): readonly Intent[] {
    return this.#about.get(recordId) ?? [];
  }

  count(outcome: Outcome): number {
    return this.intents.filter((intent) => intent.outcome === outcome).length;
  }

  /** Creates records with one call. */
  create(api: ApiClient, size: number): Promise<Intent> {
    const intent = this.#begin({ kind: "create", lane: 0, size, recordIds: [] });
    const row = { Row: intent.token, ...cells(intent) };
    const body = size === 1 ? { record: row } : { records: Array(size).fill(row) };
    return this.#carryOut(intent, api.post(`${this.place}${size === 1 ? "" : "/bulk"}`, body));
  }

  /** Updates all cells of a lane, with one bulk call for several records. */
  update(api: ApiClient, recordIds: readonly string[], lane: number): Promise<Intent> {
    const intent = this.#begin({ kind: "update", lane, size: recordIds.length, recordIds });
    const [only] = recordIds;
    if (recordIds.length === 1) {
      return this.#carryOut(intent, api.patch(`${this.place}/${only}`, { record: cells(intent) }));
    }
    const records = recordIds.map((recordId) => ({ recordId, ...cells(intent) }));
    return this.#carryOut(intent, api.call(`${this.place}/bulk`, { method: "PUT", body: { records } }));
  }

  delete(api: ApiClient, recordId: string): Promise<Intent> {
    const intent = this.#begin({ kind: "delete", lane: 0, size: 1, recordIds: [recordId] });
    return this.#carryOut(intent, api.call(`${this.place}/${recordId}`, { method: "DELETE" }));
  }

  #begin(intent: Omit<Intent, "token" | "outcome">): Intent {
    const begun: Intent = { ...intent, token: this.intents.length + 1, outcome: "unknown" };
    this.intents.push(begun);
    this.#note(begun);
    return begun;
  }

  #note(intent: Intent): void {
    for (const id of intent.recordIds) this.#about.set(id, [...this.about(id), intent]);
  }

  async #carryOut(intent: Intent, call: Promise<Answer<Made>>): Promise<Intent> {
    const { outcome, answer, reason } = await attempt(call);
    intent.outcome = outcome;
    if (reason !== undefined) this.cut.set(reason, (this.cut.get(reason) ?? 0) + 1);
    if (answer?.status === 503) this.unavailable++;
    if (outcome !== "acknowledged" || !answer) return intent;
    const tag = answer.headers.get("ETag");
    if (tag !== null) intent.version = versionOf(tag);
    const { body } = answer;
    if (intent.kind === "create") {
      intent.recordIds = (body.records ?? [body]).map(({ id }) => id);
      this.#note(intent);
    }
    return intent;
  }
}

/** One record, or several. */
type Made = Record & { readonly records?: readonly Record[] };

export function versionOf(tag: string): number {
  return Number(/^"(\d+)-/.exec(tag)?.[1] ?? Number.NaN);
}
