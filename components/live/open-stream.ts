import type { ErrorBody } from "@/lib/contract/error-body";
import { type ErrorCode, errorStatus } from "@/lib/contract/errors";
import { type LivePlace, livePlacesText, type UnloggedEvent, unloggedEvents } from "@/lib/contract/live";
import { createEventReader } from "./events";
import type { StreamEvents } from "./hub";

/** The server sends a keep-alive every ten seconds; a connection silent for longer is dead. */
const silentAtMost = 25_000;

/** Opens an event stream for several databases with `fetch`, which unlike `EventSource` reports why it failed. */
export function openStream(places: readonly LivePlace[], events: StreamEvents): () => void {
  const cut = new AbortController();
  let dead = setTimeout(() => cut.abort(), silentAtMost);
  let isClosed = false;
  void read().then(
    (code) => !isClosed && events.end(code),
    () => !isClosed && events.end(),
  );

  /** Reads to the end. Resolves to the error code if the stream was refused. */
  async function read(): Promise<ErrorCode | undefined> {
    const query = new URLSearchParams({ since: livePlacesText(places) });
    const response = await fetch(`/api/v1/changes/live?${query}`, { signal: cut.signal, cache: "no-store" });
    if (!response.ok || !response.body) return codeOf(await response.json());
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const eventsIn = createEventReader();
    for (;;) {
      const { done, value } = await text.read();
      if (done || isClosed) return undefined;
      clearTimeout(dead);
      dead = setTimeout(() => cut.abort(), silentAtMost);
      for (const { name, data } of eventsIn(value)) {
        if (isClosed) return undefined;
        if (name === "refused") events.refused(JSON.parse(data));
        else if (name === "presence") events.presence(JSON.parse(data));
        else if (isUnlogged(name)) events.unlogged(name, JSON.parse(data));
        else events.page(JSON.parse(data));
      }
    }
  }

  return () => {
    isClosed = true;
    clearTimeout(dead);
    cut.abort();
  };
}

function isUnlogged(name: string): name is UnloggedEvent {
  return unloggedEvents.some((event) => event === name);
}

function codeOf(body: Partial<ErrorBody>): ErrorCode | undefined {
  const code = body.error?.code;
  return code !== undefined && Object.hasOwn(errorStatus, code) ? code : undefined;
}
