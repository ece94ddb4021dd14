import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ChangeEntry, ChangeList } from "../../lib/contract/changes";
import type { ApiClient } from "../api-client";
import { attempt } from "./attempt";

/** Keeps a copy of a database by reading its log page by page while it is written. */
export class Follower {
  /** The entries about records, in log order. */
  readonly entries: ChangeEntry[] = [];
  /** Problems found in the log. */
  readonly problems: string[] = [];
  /** The records according to the log. */
  readonly copy = new Map<string, { [fieldId: string]: unknown }>();
  readonly #seen = new Set<string>();
  #since: string | undefined;
  #isStopping = false;

  constructor(private readonly baseId: string) {}

  /** Follows the log until stopped. */
  async follow(api: ApiClient): Promise<void> {
    for (this.#isStopping = false; !this.#isStopping; await delay(50)) await this.#readPage(api);
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Reads to the end of the log, after all writers have stopped. */
  async catchUp(api: ApiClient): Promise<void> {
    while (await this.#readPage(api));
  }

  /** Reads a page. Resolves to true if there is more. */
  async #readPage(api: ApiClient): Promise<boolean> {
    const query = this.#since === undefined ? "" : `?since=${encodeURIComponent(this.#since)}`;
    const { outcome, answer } = await attempt(api.get<ChangeList>(`/bases/${this.baseId}/changes${query}`));
    if (outcome !== "acknowledged" || !answer) return true;
    const { changes, next, hasMore } = answer.body;
    for (const entry of changes) if (entry.kind === "record") this.#take(entry);
    this.#since = next;
    return hasMore;
  }

  #take(entry: ChangeEntry): void {
    const { changeSetId, id, before, after } = entry;
    const name = `${changeSetId} ${id}`;
    if (this.#seen.has(name)) this.problems.push(`the log has ${name} twice`);
    this.#seen.add(name);
    this.entries.push(entry);
    const held = this.copy.get(id);
    const isNext = before === null ? held === undefined : held !== undefined && agrees(held, before);
    if (!isNext) this.problems.push(`the log has ${name} in the wrong order`);
    if (after === null) this.copy.delete(id);
    else this.copy.set(id, { ...held, ...after });
  }
}

function agrees(held: { [fieldId: string]: unknown }, before: { [fieldId: string]: unknown }): boolean {
  return Object.entries(before).every(([fieldId, value]) =>
    isDeepStrictEqual(held[fieldId] ?? null, value ?? null),
  );
}
