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

it("what stands before a server that is away is not the server: it cannot be reached", async () => {
  const failureOf = (status: number, body: string) => {
    vi.stubGlobal("fetch", async () => new Response(body, { status }));
    return api("GET /bases").catch((error: unknown) => error);
  };
  const said = JSON.stringify({ error: { code: "RATE_LIMITED", message: "Slower", requestId: "r" } });
  for (const status of [502, 503, 504]) {
    for (const body of ["<h1>Bad Gateway</h1>", "", "null", '{"error":"upstream"}']) {
      expect(await failureOf(status, body)).toMatchObject({ code: "UNAVAILABLE" });
    }
    expect(await failureOf(status, said)).toMatchObject({ code: "RATE_LIMITED", message: "Slower" });
  }
  expect(await failureOf(500, "<h1>Oh</h1>")).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
});
