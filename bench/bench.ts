/**
 * Measures what the README's table of speed says. Each figure is a ratio to bare node:http and `pg` in the
 * same run, because machines differ and are seldom idle.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mintKey } from "@/lib/contract/ids";
import { readEnvironment } from "@/lib/server/env";
import { openDatabase } from "@/lib/server/open-database";
import { serveBare } from "./bare";
import { fillTable, type Subject } from "./data";
import { measure, type Result } from "./load";
import { startBare, startNext, startProduct } from "./servers";

const rows = Number(process.env.BENCH_ROWS ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

// The bare server is this program once more, so that it has a process to itself as the others have.
await (process.argv[2] === "bare" ? serveBare() : bench());

async function bench(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "rowhouse-bench-"));
  const database = await openDatabase(readEnvironment({ ...process.env, ROWHOUSE_DATA_DIR: folder }), fail);
  const stops: (() => Promise<void>)[] = [];
  try {
    const environment = { DATABASE_URL: database.url, ROWHOUSE_API_KEY: mintKey(), RATE_LIMIT: "off" };
    const product = await startProduct(environment);
    stops.push(product.stop);
    say(`Filling a table of 12 fields with ${rows.toLocaleString("en")} records …`);
    const table = await fillTable(product.origin, environment.ROWHOUSE_API_KEY, rows);
    const bare = await startBare({
      ...environment,
      BENCH_TABLE: table.id,
      BENCH_FIELDS: table.fieldIds.join(),
    });
    stops.push(bare.stop);
    const next = await startNext(environment);
    stops.push(next.stop);
    const subjects: Subject[] = [
      { name: "bare node:http + pg", origin: bare.origin },
      { name: "Rowhouse, as `npm start` runs it", origin: product.origin },
      { name: "Rowhouse, through Next's route handler", origin: next.origin },
    ];
    say("Warming up …");
    for (const { origin } of subjects) await measure({ origin, table, connections: 16, seconds: 3 });
    for (const connections of [1, 16]) {
      say(`PATCH of one text field, ${connections} ${connections === 1 ? "connection" : "connections"}:`);
      print(await compare(subjects, (origin) => measure({ origin, table, connections, seconds: 6 })));
    }
    say(`Resident after it: ${await product.megabytes()} MB (the server), PostgreSQL apart.`);
  } finally {
    for (const stop of stops) await stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
  process.exit();
}

/** Takes turns, so that whatever else the machine does is spread over all; gives each one's middle round. */
async function compare(
  subjects: Subject[],
  run: (origin: string) => Promise<Result>,
): Promise<{ name: string; result: Result }[]> {
  const results = subjects.map(({ name }) => ({ name, all: [] as Result[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { origin }] of subjects.entries()) results[index]?.all.push(await run(origin));
  }
  return results.map(({ name, all }) => {
    const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond);
    return { name, result: sorted[Math.floor(sorted.length / 2)] as Result };
  });
}

function print(lines: { name: string; result: Result }[]): void {
  const baseline = lines[0]?.result.perSecond ?? Number.NaN;
  say("");
  say("| | requests/s | p50 | p99 | ratio |");
  say("|---|---:|---:|---:|---:|");
  for (const { name, result } of lines) {
    const ratio = (result.perSecond / baseline).toFixed(2);
    const perSecond = Math.round(result.perSecond).toLocaleString("en");
    say(`| ${name} | ${perSecond} | ${result.p50.toFixed(1)} ms | ${result.p99.toFixed(1)} ms | ${ratio} |`);
  }
  say("");
}

function say(line: string): void {
  console.log(line);
}

function fail(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
