import { startOwnServer } from "./api/own-server";

/** One real server for all tests that do not need their own: what `npm start` runs. `fixtures.ts` hands it on. */
export default async function startServer(): Promise<() => Promise<void>> {
  const { api, stop } = await startOwnServer({});
  process.env.ROWHOUSE_TEST_URL = api.origin;
  process.env.ROWHOUSE_TEST_KEY = api.key ?? "";
  return stop;
}
