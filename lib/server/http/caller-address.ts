import { BlockList, isIP } from "node:net";

/** Proxies whose `X-Forwarded-For` is trusted. */
export type TrustedProxies = BlockList;

/** Parses addresses and ranges, separated by commas, such as `127.0.0.1, 10.0.0.0/8`; undefined for an invalid one. */
export function readProxies(text: string): TrustedProxies | undefined {
  const list = new BlockList();
  for (const entry of text.split(",").map((each) => each.trim())) {
    const [address = "", bits] = entry.split("/");
    const version = isIP(address);
    if (version === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
    const family = version === 4 ? "ipv4" : "ipv6";
    const width = version === 4 ? 32 : 128;
    if (bits === undefined) list.addAddress(address, family);
    else if (Number(bits) <= width) list.addSubnet(address, Number(bits), family);
    else return undefined;
  }
  return list;
}

/**
 * The address of a caller: that of the connection, or, if a trusted proxy connected, the last one in `X-Forwarded-For`
 * that is not a trusted proxy. Earlier entries are the caller's own claims.
 */
export function callerAddress(
  connection: string,
  forwardedFor: string | undefined,
  proxies: TrustedProxies | undefined,
): string {
  let address = plain(connection);
  const claimed = (forwardedFor ?? "").split(",").map((each) => plain(each.trim()));
  while (proxies && isIn(proxies, address)) {
    const next = claimed.pop();
    if (next === undefined || isIP(next) === 0) return address;
    address = next;
  }
  return address;
}

/** Node shows IPv4 connections to an IPv6 socket as `::ffff:1.2.3.4`. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
}
