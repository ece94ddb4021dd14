import { type LivePage, type LivePlace, type LivePresence, livePlacesText } from "../../lib/contract/live";
import type { ApiClient } from "../api-client";

/** An event by the names of its lines. */
interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** An open stream of events. */
export class Live {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #unread = "";

  private constructor(
    readonly response: Response,
    private readonly cut: AbortController,
  ) {
    const body = response.body as ReadableStream<BufferSource>;
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader();
  }

  static open(
    api: ApiClient,
    baseId: string,
    { since, headers }: { since?: string; headers?: { [name: string]: string } } = {},
  ): Promise<Live> {
    const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
    return Live.openAt(api, `/bases/${baseId}/changes/live${query}`, headers);
  }

  static openSeveral(api: ApiClient, ...places: LivePlace[]): Promise<Live> {
    return Live.openAt(api, `/changes/live?${new URLSearchParams({ since: livePlacesText(places) })}`);
  }

  static async openAt({ origin, credentials }: ApiClient, path: string, headers = {}): Promise<Live> {
    const cut = new AbortController();
    const response = await fetch(`${origin}/api/v1${path}`, {
      headers: { ...credentials, ...headers },
      signal: cut.signal,
    });
    return new Live(response, cut);
  }

  /** The next page of changes; undefined at the end. */
  async next(): Promise<{ id: string; page: LivePage } | undefined> {
    const event = await this.event();
    return event && { id: event.id ?? "", page: JSON.parse(event.data ?? "") };
  }

  /** The next event that is not about presence; undefined at the end. */
  async event(): Promise<ServerEvent | undefined> {
    let event = await this.#read();
    while (event?.event === "presence") event = await this.#read();
    return event;
  }

  /** The next event about presence; undefined at the end. */
  async presence(): Promise<LivePresence | undefined> {
    let event = await this.#read();
    while (event && event.event !== "presence") event = await this.#read();
    return event && JSON.parse(event.data ?? "");
  }

  /** The next event; undefined at the end. */
  async #read(): Promise<ServerEvent | undefined> {
    for (;;) {
      const end = this.#unread.indexOf("\n\n");
      if (end >= 0) {
        const lines = this.#unread.slice(0, end).split("\n");
        this.#unread = this.#unread.slice(end + 2);
        const event = Object.fromEntries(
          lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        if (event.data !== undefined) return event;
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#unread += value;
    }
  }

  /** The time in ms until it ends. */
  async untilEnd(): Promise<number> {
    const begun = performance.now();
    while (await this.event());
    return performance.now() - begun;
  }

  /** The records of the next events, up to this number. */
  async records(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${ids.length}`);
      ids.push(...event.page.changes.filter(({ kind }) => kind === "record").map(({ id }) => id));
    }
    return ids;
  }

  /** The event about a record. Concurrent transactions may delay earlier events. */
  async about(recordId: string): Promise<{ id: string; page: LivePage }> {
    for (;;) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended before ${recordId}`);
      if (event.page.changes.some(({ id }) => id === recordId)) return event;
    }
  }

  close(): void {
    this.cut.abort();
  }
}
