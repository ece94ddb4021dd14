import { startOwnServer } from "./api/own-server";

/** One real server for all tests that do not need their own: what `npm start` runs. `fixtures.ts` hands it on. */
export default async function startServer(): Promise<() => Promise<void>> {
  // All tests call with one key, many at a time; how much one key may have is for tests with a server of their own.
  const { api, stop } = await startOwnServer({ DATABASE_CONNECTIONS: "80", MAX_SESSIONS_PER_KEY: "10000" });
  process.env.ROWHOUSE_TEST_URL = api.origin;
  process.env.ROWHOUSE_TEST_KEY = api.key ?? "";
  return stop;
}
