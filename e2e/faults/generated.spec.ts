/**
 * Valid and mutated requests generated from the OpenAPI document: no response is a 5xx or undocumented, and no invalid
 * request is accepted. `SEED` repeats a run.
 */

import fc from "fast-check";
import { test } from "playwright/test";
import { everyOperation } from "../../lib/api/operations";
import { Document } from "../api/document";
import { exampleCall, makeThings, type Things } from "../api/example-calls";
import { startOwnServer } from "../api/own-server";
import type { ApiClient, Request } from "../api-client";
import { rounds, seed, timeFor } from "../rounds";
import { describedBy, fillIn, type Mutation, mutate, mutation } from "./described-values";
import { inLanes } from "./in-lanes";

const count = rounds.requests;
/** Number of requests per database. */
const sequenceLength = 50;

test(`${count} requests generated from the document: no 5xx and no undocumented response`, async () => {
  test.setTimeout(timeFor(count, 0.5));
  console.log(`generated: ${count} requests, SEED=${seed}`);
  const server = await startOwnServer({});
  try {
    const document = new Document((await server.api.get("/openapi.json")).body);
    const generated = requestsBy(document);
    const tally = new Map<string, number>();
    await inLanes({ count: count / sequenceLength, lanes: 4 }, async (lane, share) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(generated, { minLength: sequenceLength, maxLength: sequenceLength }),
          async (requests) => {
            const things = await makeThings(server.api, `Lane ${lane}`);
            for (const request of requests) {
              const kind = await make({ api: server.api, document, things }, request);
              tally.set(kind, (tally.get(kind) ?? 0) + 1);
            }
            await server.api.call(`/bases/${things.base.id}`, { method: "DELETE" });
          },
        ),
        { seed: seed + lane, numRuns: share, endOnFailure: true },
      );
    });
    console.log(`answers: ${[...tally].map(([kind, times]) => `${times} × ${kind}`).join(", ")}`);
  } finally {
    await server.stop();
  }
});

interface Generated {
  readonly id: string;
  /** Values that replace the example's; missing ones keep it. */
  readonly body: unknown;
  readonly mutations: readonly Mutation[];
  /** A replacement for one of the ids in the path. */
  readonly place: { readonly which: number; readonly text: string } | undefined;
  readonly query: readonly [name: string, text: string][];
}

function requestsBy(document: Document): fc.Arbitrary<Generated> {
  const spoilt = fc.array(mutation, { maxLength: 3 });
  return fc.oneof(
    // Endless streams are excluded.
    ...everyOperation
      .filter(({ mediaTypes = [] }) => !mediaTypes.includes("text/event-stream"))
      .flatMap((operation) => {
        const documented = document.operation(operation.id);
        const schema = documented?.bodySchema;
        if (!documented) return [];
        const parameters = documented.queryParameters.map(({ name }) => name);
        return fc.record({
          id: fc.constant(operation.id),
          body: schema
            ? fc.option(describedBy(document, schema), { freq: 2, nil: undefined })
            : fc.constant(undefined),
          mutations: spoilt,
          place: fc
            .option(fc.record({ which: fc.nat({ max: 3 }), text: spoiltText }), {
              freq: 1,
              nil: undefined,
            })
            .filter((place) => place === undefined || place.text !== ""),
          query:
            parameters.length > 0
              ? fc.array(fc.tuple(fc.constantFrom(...parameters), spoiltText), { maxLength: 2 })
              : fc.constant([]),
        });
      }),
  );
}

const spoiltText = fc.oneof(
  fc.constantFrom("Name", "1", "0", "-1", "true", "asc", "{}", "[]", '{"field":"Name","equals":"Ada"}'),
  fc.constantFrom("{tableId}", "{fieldId}", "{viewId}", "{recordId}", "' OR 1=1 --", "%00", "..", "<script>"),
  fc.string({ maxLength: 6 }),
);

interface World {
  readonly api: ApiClient;
  readonly document: Document;
  readonly things: Things;
}

/** Sends a request and validates the response. Resolves to its kind. */
async function make(world: World, generated: Generated): Promise<string> {
  const { things } = world;
  const operation = everyOperation.find(({ id }) => id === generated.id);
  const documented = world.document.operation(generated.id);
  if (!operation || !documented) throw new Error(`there is no ${generated.id}`);
  const [address, request] = exampleCall(operation, things);
  const sent = documented.bodySchema ? { ...request, body: bodyOf(request, generated, things) } : request;
  const path = withPlace(address, generated, things);
  const answer = await world.api.call(path, sent);
  const told = `${sent.method} ${path} ${JSON.stringify(sent.body)} → ${answer.status} ${JSON.stringify(answer.body)}`;
  if (answer.status >= 500) throw new Error(told);
  try {
    documented.expectAnswer(answer);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${told}`);
  }
  if (answer.status < 300 && sent.raw === undefined && !documented.allowsBody(sent.body)) {
    throw new Error(`accepted, though the document does not allow it: ${told}`);
  }
  return String(answer.status);
}

function bodyOf(request: Request, { body, mutations }: Generated, { ids }: Things): unknown {
  return fillIn(mutate(body ?? request.body, mutations), ids);
}

function withPlace(address: string, { place, query }: Generated, { ids }: Things): string {
  const [path = "", search = ""] = address.split("?");
  const parts = path.split("/");
  const indexes = [...parts.keys()].filter((index) => Object.values(ids).includes(parts[index] ?? ""));
  const index = indexes[(place?.which ?? 0) % indexes.length];
  if (place && index !== undefined) parts[index] = encodeURIComponent(fillIn(place.text, ids));
  const all = new URLSearchParams([
    ...new URLSearchParams(search),
    ...query.map(([name, text]): [string, string] => [name, fillIn(text, ids)]),
  ]);
  return all.size === 0 ? parts.join("/") : `${parts.join("/")}?${all}`;
}
