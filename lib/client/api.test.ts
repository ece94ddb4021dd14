import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";

afterEach(() => vi.unstubAllGlobals());

/** A response that breaks off after its first characters. */
function cutOff(): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('[{"id":'));
      stream.error(new TypeError("network error"));
    },
  });
  return new Response(body, { status: 200 });
}

it("a missing and a cut-off response both mean that the server can't be reached", async () => {
  for (const answer of [() => Promise.reject(new TypeError("Failed to fetch")), async () => cutOff()]) {
    vi.stubGlobal("fetch", answer);
    await expect(api("GET /bases")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  }
});

it("an aborted call fails with the abort", async () => {
  const stop = new AbortController();
  stop.abort();
  vi.stubGlobal("fetch", async () => cutOff());
  await expect(api("GET /bases", { signal: stop.signal })).rejects.toBeInstanceOf(TypeError);
});

it("a gateway error means that the server can't be reached", async () => {
  const failureOf = (status: number, body: string) => {
    vi.stubGlobal("fetch", async () => new Response(body, { status }));
    return api("GET /bases").catch((error: unknown) => error);
  };
  const text = JSON.stringify({ error: { code: "RATE_LIMITED", message: "Slower", requestId: "r" } });
  for (const status of [502, 503, 504]) {
    for (const body of ["<h1>Bad Gateway</h1>", "", "null", '{"error":"upstream"}']) {
      expect(await failureOf(status, body)).toMatchObject({ code: "UNAVAILABLE" });
    }
    expect(await failureOf(status, text)).toMatchObject({ code: "RATE_LIMITED", message: "Slower" });
  }
  expect(await failureOf(500, "<h1>Oh</h1>")).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
});
