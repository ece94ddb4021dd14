import { describe, expect, test } from "vitest";
import { callerAddress, readProxies } from "./caller-address";

describe("the address of a caller", () => {
  const proxies = readProxies("10.0.0.0/8, 2001:db8::1");

  test.each<[what: string, connection: string, forwarded: string | undefined, address: string]>([
    ["without a proxy", "192.0.2.7", undefined, "192.0.2.7"],
    ["who claims another one", "192.0.2.7", "198.51.100.1", "192.0.2.7"],
    ["behind a proxy", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    ["behind two proxies", "10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["who claims one to a proxy", "10.1.2.3", "127.0.0.1, 198.51.100.1", "198.51.100.1"],
    ["behind a proxy that tells none", "10.1.2.3", undefined, "10.1.2.3"],
    ["behind a proxy that tells nonsense", "10.1.2.3", "198.51.100.1, unknown", "10.1.2.3"],
    ["behind a proxy by IPv6", "2001:db8::1", "2001:db8::2", "2001:db8::2"],
    [
      "behind a proxy on a socket for both versions",
      "::ffff:10.1.2.3",
      "::ffff:198.51.100.1",
      "198.51.100.1",
    ],
  ])("%s", (_, connection, forwarded, address) => {
    expect(callerAddress(connection, forwarded, proxies)).toBe(address);
  });

  test("is that of the connection if no proxy is trusted", () => {
    expect(callerAddress("127.0.0.1", "198.51.100.1", undefined)).toBe("127.0.0.1");
  });
});

test.each(["", "proxy", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.1,", "::1/129"])("%j is refused", (text) => {
  expect(readProxies(text)).toBeUndefined();
});
