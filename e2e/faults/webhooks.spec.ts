/** Kills servers while they send events of webhooks: every change arrives, in order, and one at a time. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { ChangeList } from "../../lib/contract/changes";
import type { ApiClient } from "../api-client";
import { rounds, timeFor } from "../rounds";
import { openReceiver, type Receiver, taken } from "../webhook-receiver";
import { Installation, settings } from "./installation";

test.describe.configure({ mode: "default" });

for (const setting of settings) {
  test.describe(setting.title, () => {
    let installation: Installation;
    test.beforeAll(async () => {
      installation = await Installation.start(setting, { WEBHOOK_ALLOW_PRIVATE: "true" });
    });
    test.afterAll(() => installation?.stop());

    test(`kill -9 in a burst, ${rounds.webhookKills} times`, async () => {
      test.setTimeout(timeFor(rounds.webhookKills, 30));
      // Slow enough for the kill to meet an attempt.
      const receiver = await openReceiver((response) => void setTimeout(() => taken(response), 5));
      const { place, records } = await prepare(installation.client(0), receiver);
      const received: string[] = [];
      let since = "";
      for (let round = 0; round < rounds.webhookKills; round += 1) {
        const writes = Array.from({ length: 40 }, (_, number) =>
          installation.client(number).post(records, { record: { Name: `${round} ${number}` } }),
        );
        // Those that meet the kill may fail, stored or not; the log says which.
        const written = Promise.allSettled(writes);
        const wanted = receiver.calls.length + 1 + Math.floor(Math.random() * 35);
        const until = performance.now() + 2_000;
        while (receiver.calls.length < wanted && performance.now() < until) await delay(1);
        installation.server(round).signal("SIGKILL");
        await written;
        await installation.server(round).startAgain();
        const log = await logAfter(installation.client(round), place, since);
        since = log.next;
        const last = log.ids.at(-1);
        await expect
          .poll(() => last === undefined || receiver.calls.some(({ event }) => idOf(event) === last), {
            timeout: 60_000,
          })
          .toBe(true);
        // A call that is repeated has the same id, and none before its time.
        received.splice(0, received.length, ...receiver.calls.map(({ event }) => idOf(event)));
        const first = [...new Set(received)].slice(-log.ids.length);
        expect(log.ids.length === 0 || first.join()).toEqual(log.ids.length === 0 || log.ids.join());
        const eventIds = new Map(receiver.calls.map(({ event }) => [event.id, idOf(event)]));
        expect(eventIds.size).toBe(new Set(received).size);
      }
      expect(receiver.atOnce).toBe(1);
      console.log(`${setting.title}: ${new Set(received).size} events, ${received.length} calls`);
      await receiver.close();
    });

    test(`a burst of ${rounds.webhookBurst} changes`, async () => {
      test.setTimeout(timeFor(rounds.webhookBurst / 1_000, 10));
      const receiver = await openReceiver();
      const { place, records } = await prepare(installation.client(0), receiver);
      const given = Array.from({ length: 2_000 }, (_, number) => ({ Name: String(number) }));
      for (let sent = 0; sent < rounds.webhookBurst; sent += given.length) {
        const { status } = await installation.client(sent).post(`${records}/bulk`, { records: given });
        expect(status).toBe(200);
      }
      const { ids } = await logAfter(installation.client(0), place, "");
      const all = () => receiver.calls.flatMap(({ event }): string[] => event.data.recordIds);
      await expect.poll(() => all().length, { timeout: 120_000 }).toBe(ids.length);
      expect(all()).toEqual(ids);
      await receiver.close();
    });
  });
}

/** A database with a webhook of its new records. */
async function prepare(api: ApiClient, receiver: Receiver): Promise<{ place: string; records: string }> {
  const tables = [{ name: "Things", fields: [{ name: "Name", type: "single_line_text" }] }];
  const { body: base } = await api.post<Base>("/bases", { name: "Burst", tables });
  const place = `/bases/${base.id}`;
  const { status } = await api.post(`${place}/webhooks`, { url: receiver.url, events: ["record.created"] });
  expect(status).toBe(201);
  return { place, records: `${place}/tables/Things/records` };
}

/** The ids of the records that were created after a place in the log, in its order. */
async function logAfter(
  api: ApiClient,
  place: string,
  since: string,
): Promise<{ ids: string[]; next: string }> {
  const ids: string[] = [];
  let next = since;
  for (;;) {
    const query = next === "" ? "" : `?since=${next}`;
    const { body } = await api.get<ChangeList>(`${place}/changes${query}`);
    ids.push(
      ...body.changes.flatMap(({ kind, before, id }) => (kind === "record" && before === null ? id : [])),
    );
    next = body.next;
    if (!body.hasMore) return { ids, next };
  }
}

function idOf(event: { readonly data: { readonly recordIds: readonly [string] } }): string {
  return event.data.recordIds[0];
}
