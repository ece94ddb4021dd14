import { lookup as resolve } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { env } from "../env";

/**
 * Every call to another server goes through here. An address is checked as the connection to it is made, so that no name
 * can resolve to another one in between, and redirects are not followed.
 */

export interface OutgoingCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
  /** Time in ms until the answer must be complete. */
  readonly withinMs: number;
  /** Bytes of the answer that are read; the rest is left out. */
  readonly answerBytes: number;
  /** `public` refuses addresses of private networks, `any` is for servers that the operator has named. */
  readonly reach: "public" | "any";
  readonly signal?: AbortSignal | undefined;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A call that had no answer. The message is a sentence. */
export class NoAnswer extends Error {}

/** Calls another server. Throws `NoAnswer` if there is none in time. */
export function callOut(url: URL, call: OutgoingCall): Promise<OutgoingAnswer> {
  const timeout = AbortSignal.timeout(call.withinMs);
  const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout;
  return new Promise<OutgoingAnswer>((answer, fail) => {
    const refused = call.reach === "public" ? refusedLiteral(url) : undefined;
    if (refused !== undefined) throw new NoAnswer(refused);
    const { request, agents } = url.protocol === "https:" ? secure : plain;
    const body = call.body === undefined ? undefined : Buffer.from(call.body);
    const outgoing = request(url, {
      method: call.method,
      headers: { ...call.headers, ...(body && { "content-length": String(body.length) }) },
      agent: agents[call.reach],
      lookup: lookups[call.reach],
      signal,
    });
    outgoing.on("error", fail);
    outgoing.on("response", (response) => {
      readUpTo(response, call.answerBytes).then(
        (read) => answer({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
        fail,
      );
    });
    outgoing.end(body);
  }).catch((error: unknown) => {
    throw timeout.aborted
      ? new NoAnswer(`There was no complete answer within ${call.withinMs / 1_000} seconds.`)
      : error instanceof NoAnswer
        ? error
        : new NoAnswer(sentenceOf(error));
  });
}

/** `callOut` as a `fetch` for libraries, of servers that the operator has named. */
export async function fetchOut(
  url: string,
  { method = "GET", headers = {}, body, signal }: FetchOptions,
): Promise<Response> {
  const sent = new Request(url, { method, headers, body: (body ?? null) as BodyInit | null });
  const answered = await callOut(new URL(url), {
    method,
    headers: Object.fromEntries(sent.headers),
    body: body === undefined || body === null ? undefined : new Uint8Array(await sent.arrayBuffer()),
    withinMs: 10_000,
    answerBytes: 1_000_000,
    reach: "any",
    signal: signal ?? undefined,
  });
  const bytes = answered.status === 204 || answered.status === 304 ? null : new Uint8Array(answered.body);
  const answeredHeaders = Object.entries(answered.headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  return new Response(bytes, { status: answered.status, headers: answeredHeaders });
}

interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: HeadersInit | undefined;
  readonly body?: string | ArrayBuffer | Uint8Array | URLSearchParams | ReadableStream | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** The reason, as a sentence, why the host of a URL is refused now; undefined if it may be called or is not known yet. */
export async function refusalOfHost(url: URL): Promise<string | undefined> {
  const refused = refusedLiteral(url);
  if (refused !== undefined || isIP(hostOf(url)) !== 0) return refused;
  return new Promise((answer) => {
    lookups.public(hostOf(url), { all: true }, (error) => {
      answer(error instanceof NoAnswer ? error.message : undefined);
    });
  });
}

const kept = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: 60_000 };

// An agent for each reach, so that no connection of one serves the other.
const plain = {
  request: http.request,
  agents: { public: new http.Agent(kept), any: new http.Agent(kept) },
};
const secure = {
  request: https.request,
  agents: { public: new https.Agent(kept), any: new https.Agent(kept) },
};

const lookups: { readonly [Reach in OutgoingCall["reach"]]: LookupFunction } = {
  any: resolve,
  public: (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 4);
      const refused = addresses.find(({ address }) => !isReachable(address));
      if (refused) return callback(new NoAnswer(refusalOf(host, refused.address)), "", 4);
      const [first] = addresses;
      if (options.all) return callback(null, addresses);
      callback(null, first?.address ?? "", first?.family ?? 4);
    });
  },
};

/** A refusal of a host that is an address itself, for which nothing is resolved. */
function refusedLiteral(url: URL): string | undefined {
  const host = hostOf(url);
  return isIP(host) === 0 || isReachable(host) ? undefined : refusalOf(host, host);
}

function refusalOf(host: string, address: string): string {
  return host === address
    ? `${host} is not an address of the public Internet.`
    : `${host} is ${address}, which is not an address of the public Internet.`;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isReachable(address: string): boolean {
  return env.WEBHOOK_ALLOW_PRIVATE || isPublicAddress(address);
}

/** True for addresses of the public Internet, by the registries of special-purpose addresses of IANA. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, "ipv4");
  // Global unicast is 2000::/3 alone; addresses that embed those of IPv4 are not in it, or are listed.
  return family === 6 && globalUnicast.check(address, "ipv6") && !reserved.check(address, "ipv6");
}

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

const reserved = new BlockList();
for (const block of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]) {
  const [network = "", bits] = block.split("/");
  reserved.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
}

/** Reads the beginning of an answer, and closes the connection if there is more. */
async function readUpTo(response: http.IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** The reason of a failed connection. */
function sentenceOf(error: unknown): string {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  return reasons[code] ?? `The connection failed: ${message || code}.`;
}

const reasons: { readonly [code: string]: string } = {
  ENOTFOUND: "The name of the host is not known.",
  EAI_AGAIN: "The name of the host could not be resolved.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before an answer.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The network cannot be reached.",
  ETIMEDOUT: "The connection was not made in time.",
  CERT_HAS_EXPIRED: "The certificate of the host has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate of the host is signed by itself.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate of the host is for another name.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate of the host cannot be verified.",
};
