/** Measures the grid in Chromium, with a million records. */
import { mintKey } from "@/lib/contract/ids";
import { fill, makeTable, phase, phaseOf } from "../data";
import { printLine, whole } from "../report";
import { openScratchDatabase, rows, runBench, settle, use } from "../run";
import { startProduct } from "../servers";
import { measureGrid } from "./measure-grid";
import { openBrowser } from "./visit";

await runBench(async () => {
  const { url, client } = await openScratchDatabase();
  const key = mintKey();
  const { origin } = await use(startProduct({ DATABASE_URL: url, ROWHOUSE_API_KEY: key, RATE_LIMIT: "off" }));
  const api = { origin, key };
  const table = await makeTable(api, { more: [phase] });
  printLine(`Making ${whole(rows)} records …`);
  await fill(api, table, { rows, callers: 1, more: phaseOf });
  await settle(client);
  await measureGrid({ browser: await openBrowser(), api, table, rows });
});
