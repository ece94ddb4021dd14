/** Kills processes while 64 clients write: acknowledged writes survive, and the service recovers. */
import { expect, test } from "playwright/test";
import { rounds, timeFor } from "../rounds";
import { Audit } from "./audit";
import { Follower } from "./follower";
import { Installation, settings } from "./installation";
import { Ledger } from "./ledger";
import { Load } from "./load";

test.describe.configure({ mode: "default" });

interface Fault {
  readonly title: string;
  readonly amount: number;
  readonly writers: number;
  hit(installation: Installation, round: number): Promise<void>;
  /** The reaction of a supervisor of the service. */
  recover(installation: Installation, round: number): Promise<void>;
  /** True if requests may fail meanwhile. */
  readonly mayFail: boolean;
}

const startAgain = (installation: Installation, round: number) => installation.server(round).startAgain();

const faults: readonly Fault[] = [
  {
    title: "kill -9 of the server",
    amount: rounds.serverKills,
    writers: 64,
    mayFail: true,
    hit: async (installation, round) => installation.server(round).signal("SIGKILL"),
    recover: startAgain,
  },
  {
    title: "kill -9 of PostgreSQL, its postmaster or a backend in turn",
    amount: rounds.postgresKills,
    writers: 64,
    mayFail: true,
    async hit(installation, round) {
      process.kill(
        round % 2 === 0 ? await installation.postmaster() : await installation.backend(),
        "SIGKILL",
      );
    },
    async recover() {},
  },
  {
    title: "kill -9 of both",
    amount: rounds.killsOfBoth,
    writers: 64,
    mayFail: true,
    async hit(installation, round) {
      process.kill(await installation.postmaster(), "SIGKILL");
      installation.server(round).signal("SIGKILL");
    },
    recover: startAgain,
  },
  {
    title: "SIGTERM",
    amount: rounds.terminations,
    // At most the number of database connections, so that none waits in vain.
    writers: 16,
    mayFail: false,
    hit: async (installation, round) => installation.server(round).signal("SIGTERM"),
    async recover(installation, round) {
      expect(await installation.server(round).ended()).toBe(0);
      await startAgain(installation, round);
    },
  },
];

for (const setting of settings) {
  test.describe(setting.title, () => {
    let installation: Installation;
    test.beforeAll(async () => {
      installation = await Installation.start(setting);
    });
    test.afterAll(() => installation?.stop());

    for (const { title, amount, writers, hit, recover, mayFail } of faults) {
      test(`${title}, ${amount} times: nothing is lost`, async () => {
        test.setTimeout(timeFor(amount, 30));
        const ledger = await Ledger.open(installation.client(0));
        const follower = new Follower(ledger.base.id);
        const audit = new Audit(ledger, follower);
        const away: number[] = [];
        for (let round = 0; round < amount; round++) {
          const clients = Array.from({ length: writers }, (_, number) => installation.client(number));
          const load = await Load.start(ledger, clients);
          const following = follower.follow(installation.client(round));
          await load.served();
          await hit(installation, round);
          const struck = performance.now();
          const served = load.served();
          await recover(installation, round);
          away.push((await served) - struck);
          await load.stop();
          follower.stop();
          await following;
          await installation.settle();
          expect(await audit.run(installation.client(round + 1))).toEqual([]);
        }
        if (!mayFail) expect([ledger.unavailable, [...ledger.cut.keys()]]).toEqual([0, ["ECONNREFUSED"]]);
        console.log(`${setting.title}, ${title}: ${summary(ledger, away)}`);
      });
    }
  });
}

function summary(ledger: Ledger, away: readonly number[]): string {
  const outcomes = (["acknowledged", "refused", "unknown"] as const).map(
    (each) => `${ledger.count(each)} ${each}`,
  );
  const cut = [...ledger.cut].map(([reason, count]) => `${count} × ${reason}`);
  const longest = (Math.max(...away) / 1_000).toFixed(1);
  return `${away.length} times, ${ledger.intents.length} writes (${outcomes.join(", ")}; ${ledger.unavailable} × 503, ${cut.join(", ")}), longest without service ${longest} s`;
}
