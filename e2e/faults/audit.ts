/** Compares the service with the ledger: records, histories, the trash and the log. */
import { isDeepStrictEqual } from "node:util";
import type { ChangeEntry, History, HistoryEntry } from "../../lib/contract/changes";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import type { TrashList } from "../../lib/contract/trash";
import { groupBy } from "../../lib/server/group-by";
import type { ApiClient } from "../api-client";
import type { Follower } from "./follower";
import { cells, type Intent, type Ledger, lanes, versionOf } from "./ledger";

/** The number of parallel requests. */
const readers = 8;

type Values = { [fieldId: string]: unknown };

export class Audit {
  /** The records of the previous audit. */
  #held = new Map<string, Record>();
  readonly #trashed = new Set<string>();
  #audited = 0;
  #followed = 0;

  constructor(
    private readonly ledger: Ledger,
    private readonly follower: Follower,
  ) {}

  /** Finds problems with writes since the previous audit, and unexpected changes of older records. */
  async run(api: ApiClient): Promise<string[]> {
    const intents = this.ledger.intents.slice(this.#audited);
    const before = this.#held;
    this.#held = await this.#listRecords(api);
    await this.#readTrash(api);
    await this.follower.catchUp(api);
    const touched = new Set(intents.flatMap(({ recordIds }) => recordIds));
    const problems = [
      ...this.#checkRows(intents, before),
      ...this.#checkUntouched(before, touched),
      ...(await this.#checkHistories(api, intents)),
      ...this.#checkLog(intents),
    ];
    this.#audited += intents.length;
    return problems;
  }

  async #listRecords(api: ApiClient): Promise<Map<string, Record>> {
    const records = new Map<string, Record>();
    let cursor: string | undefined;
    do {
      const { body } = await api.post<RecordPage>(`${this.ledger.place}/list`, { limit: 2_000, cursor });
      for (const record of body.records) records.set(record.id, record);
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return records;
  }

  /** Reads items added since; the trash lists the newest first. */
  async #readTrash(api: ApiClient): Promise<void> {
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await api.get<TrashList>(`/bases/${this.ledger.base.id}/trash?limit=1000${query}`);
      const isKnown = body.trash.some(({ itemId }) => this.#trashed.has(itemId));
      for (const { itemId } of body.trash) this.#trashed.add(itemId);
      cursor = isKnown ? null : body.nextCursor;
    }
  }

  /** Checks that exactly the expected records exist. */
  #checkRows(intents: readonly Intent[], before: ReadonlyMap<string, Record>): string[] {
    const deletions = new Map(
      intents.flatMap(({ kind, outcome, recordIds: [id = ""] }) =>
        kind === "delete" ? [[id, outcome]] : [],
      ),
    );
    const created = intents.filter(({ kind }) => kind === "create");
    const rows = groupBy([...this.#held.values()], (record) => this.#numberIn(record.data, "Row"));
    const expected = [
      ...before.keys(),
      ...created.flatMap(({ outcome, recordIds }) => (outcome === "acknowledged" ? recordIds : [])),
    ];
    const news = [...this.#held.keys()].filter((id) => !before.has(id));
    return [
      ...expected.flatMap((id) => {
        const deletion = deletions.get(id);
        const exists = this.#held.has(id);
        if (deletion === "acknowledged" && exists) return [`${id} was deleted but exists`];
        if (!exists && (deletion ?? "refused") === "refused") return [`${id} is lost`];
        return exists || this.#trashed.has(id) ? [] : [`${id} was deleted and is not in the trash`];
      }),
      ...news.flatMap((id) => {
        const token = this.#numberIn(this.#held.get(id)?.data ?? {}, "Row");
        return created.some((intent) => intent.token === token && intent.outcome !== "refused")
          ? []
          : [`${id} was never created`];
      }),
      ...created.flatMap(({ token, size, outcome }) => {
        const found = rows.get(token)?.length ?? 0;
        return outcome === "unknown" && found !== 0 && found !== size ? [`${token} was written in part`] : [];
      }),
    ];
  }

  #checkUntouched(before: ReadonlyMap<string, Record>, touched: ReadonlySet<string>): string[] {
    return [...before].flatMap(([id, record]) =>
      touched.has(id) || isDeepStrictEqual(record, this.#held.get(id)) ? [] : [`${id} has changed by itself`],
    );
  }

  async #checkHistories(api: ApiClient, intents: readonly Intent[]): Promise<string[]> {
    const made = new Set(intents.flatMap(({ kind, token }) => (kind === "create" ? [token] : [])));
    const rows = [...this.#held.values()].filter(({ data }) => made.has(this.#numberIn(data, "Row")));
    const touched = new Set([...rows.map(({ id }) => id), ...intents.flatMap(({ recordIds }) => recordIds)]);
    const ids = [...touched].filter((id) => this.#held.has(id)).values();
    const problems: string[] = [];
    await Promise.all(
      Array.from({ length: readers }, async () => {
        for (const id of ids) problems.push(...(await this.#checkRecord(api, id)));
      }),
    );
    return problems;
  }

  async #checkRecord(api: ApiClient, id: string): Promise<string[]> {
    const { body, headers } = await api.get<Record>(`${this.ledger.place}/${id}`);
    const version = versionOf(headers.get("ETag") ?? "");
    const history = await this.#historyOf(api, id);
    return this.#checkHistory(body, version, history).map((problem) => `${id}: ${problem}`);
  }

  /** A record's history, oldest first. */
  async #historyOf(api: ApiClient, id: string): Promise<HistoryEntry[]> {
    const entries: HistoryEntry[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await api.get<History>(`${this.ledger.place}/${id}/history?limit=1000${query}`);
      entries.push(...body.history);
      cursor = body.nextCursor;
    }
    return entries.toReversed();
  }

  /** Compares a record with its history, and the history with the intended writes. */
  #checkHistory({ id, data }: Record, version: number, history: readonly HistoryEntry[]): string[] {
    const problems: string[] = [];
    const state: Values = {};
    const seen = new Set<number>();
    const latest = Array<number>(lanes).fill(0);
    for (const [index, { changes }] of history.entries()) {
      for (const { fieldId, before, after } of changes) {
        if (!isDeepStrictEqual(before, state[fieldId] ?? null))
          problems.push(`entry ${index} does not follow`);
        state[fieldId] = after;
      }
      const written = Object.fromEntries(changes.map(({ fieldId, after }) => [fieldId, after]));
      const intent = this.#intentOf(written);
      if (!intent) {
        problems.push(`entry ${index} is of no write`);
        continue;
      }
      if (!isDeepStrictEqual(written, this.#writtenBy(intent)))
        problems.push(`${intent.token} was written in part`);
      if (seen.has(intent.token)) problems.push(`${intent.token} was written twice`);
      if (intent.outcome === "refused") problems.push(`${intent.token} was refused but written`);
      if (intent.outcome === "acknowledged" && intent.token < (latest[intent.lane] ?? 0))
        problems.push(`${intent.token} comes after what was written later`);
      if (intent.version !== undefined && intent.version !== index + 1)
        problems.push(`${intent.token} was version ${intent.version} and is ${index + 1}`);
      seen.add(intent.token);
      latest[intent.lane] = Math.max(latest[intent.lane] ?? 0, intent.token);
    }
    if (version !== history.length) problems.push(`version ${version} after ${history.length} changes`);
    if (!isDeepStrictEqual({ ...emptied(data), ...state }, data)) problems.push("differs from its history");
    for (const { token, kind, outcome } of this.ledger.about(id)) {
      const isLost = outcome === "acknowledged" && kind !== "delete" && !seen.has(token);
      if (isLost) problems.push(`${token} is lost`);
    }
    return problems;
  }

  /** Checks that the log has exactly the acknowledged writes, and that following it yields the current records. */
  #checkLog(intents: readonly Intent[]): string[] {
    const { entries, problems, copy } = this.follower;
    const news = entries.slice(this.#followed);
    this.#followed = entries.length;
    const logged = new Set(news.map((entry) => this.#nameOf(entry)));
    const held = new Map([...this.#held].map(([id, { data }]) => [id, filled(data)]));
    const followed = new Map([...copy].map(([id, data]) => [id, filled(data)]));
    return [
      ...problems.splice(0),
      ...intents.flatMap(({ kind, token, outcome, recordIds }) =>
        recordIds.flatMap((id) => {
          const isLogged = logged.has(kind === "delete" ? `${id} deleted` : `${id} ${token}`);
          if (outcome === "acknowledged" && !isLogged) return [`the log lacks ${kind} ${token} of ${id}`];
          return outcome === "refused" && isLogged ? [`the log has ${kind} ${token}, which was refused`] : [];
        }),
      ),
      ...(isDeepStrictEqual(followed, held) ? [] : ["following the log does not yield the current records"]),
    ];
  }

  #nameOf({ id, after }: ChangeEntry): string {
    return after === null ? `${id} deleted` : `${id} ${this.#intentOf(after)?.token}`;
  }

  /** Finds the write that these cells come from. */
  #intentOf(written: Values): Intent | undefined {
    for (let lane = 0; lane < lanes; lane++) {
      const intent = this.ledger.intents[this.#numberIn(written, `Number ${lane}`) - 1];
      if (intent?.lane === lane) return intent;
    }
    return undefined;
  }

  #writtenBy(intent: Intent): Values {
    const values = intent.kind === "create" ? { ...cells(intent), Row: intent.token } : cells(intent);
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [this.#idOf(name), value]));
  }

  #numberIn(data: Values, name: string): number {
    return Number(data[this.#idOf(name)] ?? 0);
  }

  #idOf(name: string): string {
    return this.ledger.table.fields.find((field) => field.name === name)?.id ?? "";
  }
}

function emptied(data: Values): Values {
  return Object.fromEntries(Object.keys(data).map((fieldId) => [fieldId, null]));
}

/** Removes empty cells. */
function filled(data: Values): Values {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
