import { afterEach, expect, test, vi } from "vitest";
import { handle } from "../../api/handle";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["http://tables.example.com", null],
  ["https://tables.example.com", "max-age=31536000"],
])("at %s", async (address, told) => {
  vi.stubEnv("APP_URL", address);
  const response = await handle(new Request(`${address}/api/v1/nothing`));
  expect([response.status, response.headers.get("Strict-Transport-Security")]).toEqual([404, told]);
});
