import { startOwnServer } from "./api/own-server";

/** Starts the server of `npm start` for all tests without their own. `fixtures.ts` provides it. */
export default async function startServer(): Promise<() => Promise<void>> {
  // All tests share one key, so its limits are raised; tests of those limits start their own server.
  const { api, stop } = await startOwnServer({
    PAGES: "on",
    DATABASE_CONNECTIONS: "80",
    MAX_SESSIONS_PER_KEY: "10000",
  });
  process.env.ROWHOUSE_TEST_URL = api.origin;
  process.env.ROWHOUSE_TEST_KEY = api.key ?? "";
  return stop;
}
