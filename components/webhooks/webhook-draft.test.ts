import { describe, expect, test } from "vitest";
import type { Filter } from "@/lib/contract/filters";
import { type Webhook, webhookCreate, webhookUpdate } from "@/lib/contract/webhooks";
import {
  draftOf,
  emptyDraft,
  problemAt,
  problemsInDraft,
  toWebhookCreate,
  toWebhookUpdate,
  type WebhookDraft,
} from "./webhook-draft";

const filter: Filter = { and: [{ field: "f3VbHs9KxLm", equals: "Open" }] };

const webhook: Webhook = {
  id: 3,
  name: null,
  url: "https://example.com/hooks",
  events: ["record.updated"],
  tableIds: ["t7nWkPzq4Rd"],
  fieldIds: ["f3VbHs9KxLm"],
  filter,
  sources: null,
  headers: ["Authorization"],
  includeRecords: true,
  active: true,
  createdAt: "2030-01-01T00:00:00.000Z",
  createdBy: null,
  lastDelivery: null,
  failingSince: null,
  pausedAt: null,
  pausedReason: null,
};
const draft = draftOf(webhook);

test("a new webhook needs only a URL, and the others are the contract's defaults", () => {
  const body = toWebhookCreate({ ...emptyDraft, url: " https://example.com/hooks " });
  const { url, events } = webhookCreate.parse(body);
  expect({ url, events }).toEqual({ url: webhook.url, events: emptyDraft.events });
  expect(webhookCreate.parse(body)).toEqual({ ...webhookCreate.parse({ url, events }), tableIds: null });
});

describe("an update sends", () => {
  const two = { isSome: true, items: ["t7nWkPzq4Rd", "tL2dCy8FqTe"] };
  test.each<[string, Partial<WebhookDraft>, object]>([
    ["nothing if nothing changed", {}, {}],
    ["the name", { name: "A" }, { name: "A" }],
    ["no headers unless all are replaced", { headers: null }, {}],
    [
      "all headers if they are replaced",
      { headers: [{ key: 0, name: "X", value: "1" }] },
      { headers: { X: "1" } },
    ],
    ["no filter for several tables", { tables: two }, { tableIds: two.items, filter: null }],
    [
      "neither filter nor fields for all tables",
      { tables: { ...two, isSome: false } },
      { tableIds: null, filter: null, fieldIds: null },
    ],
    [
      "no fields if updates are not reported",
      { events: ["record.created"] },
      { events: ["record.created"], fieldIds: null },
    ],
  ])("%s", (_, change, body) => {
    expect(toWebhookUpdate({ ...draft, ...change }, webhook)).toEqual(body);
  });
});

describe("problems of a draft", () => {
  const header = (name: string, value = "x") => ({ key: name.length, name, value });
  const none = { isSome: true, items: [] };
  test.each<[string, Partial<WebhookDraft>, string, string | undefined]>([
    ["no URL", { url: "  " }, "url", "Enter the URL to call"],
    ["a URL of another kind", { url: "ftp://example.com" }, "url", expect.stringMatching(/^Takes an http/)],
    ["no event", { events: [] }, "events", "Choose at least one"],
    ["no table", { tables: none }, "tableIds", "Choose at least one"],
    ["no field", { fields: none }, "fieldIds", "Choose at least one"],
    [
      "no field where fields cannot be chosen",
      { fields: none, events: ["view.created"] },
      "fieldIds",
      undefined,
    ],
    ["no source", { sources: none }, "sources", "Choose at least one"],
    ["a header without a name", { headers: [header("")] }, "headers", "Enter the name of each header"],
    [
      "a header twice",
      { headers: [header("a"), header("A")] },
      "headers",
      "Each header can be set only once",
    ],
    ["a header without a value", { headers: [header("a", "")] }, "headers", "Enter the value of each header"],
    ["a header with a space", { headers: [header("a b")] }, "headers", expect.any(String)],
    ["a header of Rowhouse's own", { headers: [header("Content-Type")] }, "headers", expect.any(String)],
    [
      "a value of two lines",
      { headers: [header("a", "x\ny")] },
      "headers",
      "Takes letters of Western European languages, digits and punctuation, in one line",
    ],
  ])("%s", (_, change, path, problem) => {
    const changed = { ...draft, ...change };
    const problems = problemsInDraft(changed, webhookUpdate, toWebhookUpdate(changed, webhook));
    expect(problemAt(problems, path)).toEqual(problem);
    expect(Object.keys(problems).filter((each) => !each.startsWith(path))).toEqual([]);
  });
});

test("a problem within an input is shown at the input, and no other", () => {
  const problems = { "tableIds[2]": "Is unknown", "filter.and[0]": "Is wrong", name: "Is long" };
  expect(problemAt(problems, "tableIds")).toBe("Is unknown");
  expect(problemAt(problems, "filter")).toBe("Is wrong");
  expect(problemAt(problems, "na")).toBe(undefined);
});
