import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";

afterEach(() => vi.unstubAllGlobals());

/** An answer that breaks off after its first characters. */
function cutOff(): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('[{"id":'));
      stream.error(new TypeError("network error"));
    },
  });
  return new Response(body, { status: 200 });
}

it("no answer, and one that is cut off half-way, are the same: the server cannot be reached", async () => {
  for (const answer of [() => Promise.reject(new TypeError("Failed to fetch")), async () => cutOff()]) {
    vi.stubGlobal("fetch", answer);
    await expect(api("GET /bases")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  }
});

it("what the caller has given up fails as that", async () => {
  const stop = new AbortController();
  stop.abort();
  vi.stubGlobal("fetch", async () => cutOff());
  await expect(api("GET /bases", { signal: stop.signal })).rejects.toBeInstanceOf(TypeError);
});
