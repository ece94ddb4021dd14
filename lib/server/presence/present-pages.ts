import type { PresentAt, PresentPerson } from "../../contract/presence";

/** An open page of a database, as reported last. */
export interface PresentPage {
  readonly databaseId: string;
  readonly pageId: string;
  readonly person: { readonly id: string; readonly name: string | null };
  /** Null once the page is left. It is kept until it expires, so that a report that arrives late does not revive it. */
  readonly at: PresentAt | null;
}

/** Limits and clock, replaced in tests. */
export interface PresentPagesWorld {
  /** In milliseconds. */
  now(): number;
  readonly lifetimeMs: number;
  readonly maxPerPerson: number;
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
  readonly #countByPerson = new Map<string, number>();

  constructor(readonly world: PresentPagesWorld) {}

  /** The reason why a page that is not known yet cannot be added; null if there is none. */
  obstacleTo({ databaseId, person, pageId }: Omit<PresentPage, "at">): Obstacle | null {
    const pages = this.#entries.get(databaseId);
    if (pages?.has(keyOf(person.id, pageId))) return null;
    if ((this.#countByPerson.get(person.id) ?? 0) >= this.world.maxPerPerson) return "too many of the person";
    return (pages?.size ?? 0) >= this.world.maxPerDatabase ? "too many of the database" : null;
  }

  /** Takes over a report. Returns true if it changes who is present, or where. */
  report(page: PresentPage, isOwn: boolean): boolean {
    const { databaseId, pageId, person } = page;
    if (this.obstacleTo(page) !== null) return false;
    const pages = this.#entries.get(databaseId) ?? new Map<string, Entry>();
    this.#entries.set(databaseId, pages);
    const key = keyOf(person.id, pageId);
    const known = pages.get(key);
    const isLeft = known?.page.at === null;
    const entry = {
      page: isLeft ? known.page : page,
      isOwn,
      expiresAt: isLeft ? known.expiresAt : this.world.now() + this.world.lifetimeMs,
    };
    const isChanged = JSON.stringify(known?.page) !== JSON.stringify(entry.page);
    if (!known) this.#count(person.id, 1);
    else if (isChanged) pages.delete(key);
    pages.set(key, entry);
    return isChanged;
  }

  /** Everybody else in a database, each where their latest change was. */
  othersIn(databaseId: string, personId: string): PresentPerson[] {
    const people = new Map<string, PresentPerson>();
    for (const { page } of this.#entries.get(databaseId)?.values() ?? []) {
      const { person, at } = page;
      if (at && person.id !== personId) people.set(person.id, { personId: person.id, name: person.name, at });
    }
    return [...people.values()];
  }

  /** The pages of a person in a database that are not left. */
  pagesOf(databaseId: string, personId: string): PresentPage[] {
    return [...(this.#entries.get(databaseId)?.values() ?? [])].flatMap(({ page }) =>
      page.at && page.person.id === personId ? page : [],
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
        this.#count(page.person.id, -1);
        if (page.at) changed.add(databaseId);
      }
      if (pages.size === 0) this.#entries.delete(databaseId);
    }
    return [...changed];
  }

  #all(): Entry[] {
    return [...this.#entries.values()].flatMap((pages) => [...pages.values()]);
  }

  #count(personId: string, by: 1 | -1): void {
    const count = (this.#countByPerson.get(personId) ?? 0) + by;
    if (count > 0) this.#countByPerson.set(personId, count);
    else this.#countByPerson.delete(personId);
  }
}

/** Includes the person, so that nobody can report for a page of somebody else. */
function keyOf(personId: string, pageId: string): string {
  return `${personId} ${pageId}`;
}
