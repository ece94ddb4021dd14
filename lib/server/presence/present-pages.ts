import type { PresentAt, PresentPerson } from "../../contract/presence";

/** A person, or the visitors of a shared link, of whom nothing else is known. */
export type Holder =
  | { readonly kind: "person"; readonly id: string; readonly name: string | null }
  | { readonly kind: "visitors"; readonly id: string };

/** An open page of a database, as reported last. */
export interface PresentPage {
  readonly databaseId: string;
  readonly pageId: string;
  readonly holder: Holder;
  /** Null once the page is left. It is kept until it expires, so that a report that arrives late does not revive it. */
  readonly at: PresentAt | null;
}

/** Limits and clock, replaced in tests. */
export interface PresentPagesWorld {
  /** In milliseconds. */
  now(): number;
  readonly lifetimeMs: number;
  readonly maxPerPerson: number;
  /** The maximum of people in a database, and separately of visitors. */
  readonly maxPerDatabase: number;
}

interface Entry {
  readonly page: PresentPage;
  /** True if this process received the latest report, so that it sends it to processes that start to listen. */
  readonly isOwn: boolean;
  readonly expiresAt: number;
}

/** The reason why a page cannot be added. */
export type Obstacle = "too many of the person" | "too many of the database";

/** All open pages of the installation that are known to this process. */
export class PresentPages {
  /** By database, then by person and page; within a database, the page that has changed last comes last. */
  readonly #entries = new Map<string, Map<string, Entry>>();
  /** Numbers of pages of each person, and of each kind of holder in a database. */
  readonly #counts = new Map<string, number>();

  constructor(readonly world: PresentPagesWorld) {}

  /** The reason why a page that is not known yet cannot be added; null if there is none. */
  obstacleTo({ databaseId, holder, pageId }: Omit<PresentPage, "at">): Obstacle | null {
    if (this.#entries.get(databaseId)?.has(keyOf(holder, pageId))) return null;
    const countOf = (name: string) => this.#counts.get(name) ?? 0;
    if (holder.kind === "person" && countOf(holder.id) >= this.world.maxPerPerson)
      return "too many of the person";
    const inDatabase = countOf(`${databaseId} ${holder.kind}`);
    return inDatabase >= this.world.maxPerDatabase ? "too many of the database" : null;
  }

  /** Takes over a report. Returns true if it changes who is present, or where. */
  report(page: PresentPage, isOwn: boolean): boolean {
    const { databaseId, pageId, holder } = page;
    if (this.obstacleTo(page) !== null) return false;
    const pages = this.#entries.get(databaseId) ?? new Map<string, Entry>();
    this.#entries.set(databaseId, pages);
    const key = keyOf(holder, pageId);
    const known = pages.get(key);
    const isLeft = known?.page.at === null;
    const entry = {
      page: isLeft ? known.page : page,
      isOwn,
      expiresAt: isLeft ? known.expiresAt : this.world.now() + this.world.lifetimeMs,
    };
    const isChanged = JSON.stringify(known?.page) !== JSON.stringify(entry.page);
    if (!known) this.#count(page, 1);
    else if (isChanged) pages.delete(key);
    pages.set(key, entry);
    return isChanged;
  }

  /** Everybody else in a database, each where their latest change was. */
  othersIn(databaseId: string, personId: string): PresentPerson[] {
    const people = new Map<string, PresentPerson>();
    for (const { page } of this.#entries.get(databaseId)?.values() ?? []) {
      const { holder, at } = page;
      if (!at || holder.kind !== "person" || holder.id === personId) continue;
      people.set(holder.id, { personId: holder.id, name: holder.name, at });
    }
    return [...people.values()];
  }

  /** The number of pages that visitors of shared links have open in a database. */
  visitorsIn(databaseId: string): number {
    const pages = [...(this.#entries.get(databaseId)?.values() ?? [])];
    return pages.filter(({ page: { holder, at } }) => at && holder.kind === "visitors").length;
  }

  /** The pages of a person in a database that are not left. */
  pagesOf(databaseId: string, personId: string): PresentPage[] {
    return [...(this.#entries.get(databaseId)?.values() ?? [])].flatMap(({ page }) =>
      page.at && page.holder.id === personId ? page : [],
    );
  }

  /** The pages whose latest report this process received. */
  own(): PresentPage[] {
    return this.#all().flatMap(({ page, isOwn }) => (isOwn ? page : []));
  }

  hasOwn(): boolean {
    return this.#all().some(({ isOwn }) => isOwn);
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Forgets the pages without a report for too long. Returns the databases in which somebody was present until now. */
  expire(): string[] {
    const now = this.world.now();
    const changed = new Set<string>();
    for (const [databaseId, pages] of this.#entries) {
      for (const [key, { page, expiresAt }] of pages) {
        if (expiresAt > now) continue;
        pages.delete(key);
        this.#count(page, -1);
        if (page.at) changed.add(databaseId);
      }
      if (pages.size === 0) this.#entries.delete(databaseId);
    }
    return [...changed];
  }

  #all(): Entry[] {
    return [...this.#entries.values()].flatMap((pages) => [...pages.values()]);
  }

  #count({ databaseId, holder }: PresentPage, by: 1 | -1): void {
    for (const name of [holder.id, `${databaseId} ${holder.kind}`]) {
      const count = (this.#counts.get(name) ?? 0) + by;
      if (count > 0) this.#counts.set(name, count);
      else this.#counts.delete(name);
    }
  }
}

/** Includes the holder, so that nobody can report for a page of somebody else. */
function keyOf({ id }: Holder, pageId: string): string {
  return `${id} ${pageId}`;
}
