import { expect } from "playwright/test";
import type { ErrorCode, ErrorDetail } from "../lib/contract/errors";

/** A response. The body is parsed if its type is JSON, else text. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Request {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, for bodies that `JSON.stringify` cannot produce. */
  raw?: string | Uint8Array | ReadableStream;
  headers?: Record<string, string | undefined>;
}

/** Calls the API with `fetch`, as an independent client would, with one key. */
export class ApiClient {
  constructor(
    readonly origin: string,
    readonly key: string | null,
    /** Sent with every call. */
    private readonly headers: Request["headers"] = {},
  ) {}

  /** The headers that authenticate every call. */
  get credentials(): { [name: string]: string } {
    const all = { ...(this.key !== null && { Authorization: `Bearer ${this.key}` }), ...this.headers };
    return Object.fromEntries(Object.entries(all).filter((entry) => entry[1] !== undefined)) as {
      [name: string]: string;
    };
  }

  /** Signs in with a key and calls the API with the session, like a page. */
  static async signIn(origin: string, key: string): Promise<ApiClient> {
    const { status, headers } = await new ApiClient(origin, null).post("/session", { key });
    expect(status).toBe(204);
    const cookie = headers.get("Set-Cookie")?.split(";")[0];
    return new ApiClient(origin, null, { Cookie: cookie, Origin: origin });
  }

  /** Sends `path`, below `/api/v1`, as it is: the caller encodes it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
  async call<Body = any>(
    path: string,
    { method = "GET", body, raw, headers }: Request = {},
  ): Promise<Answer<Body>> {
    const sent = raw ?? JSON.stringify(body);
    const all = {
      ...(this.key !== null && { Authorization: `Bearer ${this.key}` }),
      ...(sent !== undefined && { "Content-Type": "application/json" }),
      ...this.headers,
      ...headers,
    };
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      body: sent,
      duplex: "half",
      redirect: "manual",
    } as RequestInit);
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") && text !== "";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  get<Body = any>(path: string): Promise<Answer<Body>> {
    return this.call(path);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  post<Body = any>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.call(path, { method: "POST", body });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  patch<Body = any>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.call(path, { method: "PATCH", body });
  }
}

/** The expected body of an error. */
export function errorBody(code: ErrorCode, message: unknown, details?: ErrorDetail[]) {
  return { error: { code, message, requestId: minted.requestId, ...(details && { details }) } };
}

/** The expected body of a 400 with these details; its message has the first and counts the rest. */
export function badRequestBody(...details: [path: string, message: string][]) {
  return problemsBody(
    "BAD_REQUEST",
    details.map(([path, message]) => ({ path, message })),
  );
}

/** The expected body of an error with these details. */
export function problemsBody(code: ErrorCode, details: ErrorDetail[]) {
  const [first] = details;
  const more = details.length - 1;
  const rest = more > 0 ? ` See details for ${more} more problem${more === 1 ? "" : "s"}.` : "";
  return errorBody(code, `${first?.path} ${first?.message}.${rest}`, details);
}

/** Matchers for values that the server generates. */
export const minted = {
  databaseId: expect.stringMatching(/^[0-9a-f]{16}$/),
  tableId: expect.stringMatching(/^t[1-9A-HJ-NP-Za-km-z]{10}$/),
  fieldId: expect.stringMatching(/^f[1-9A-HJ-NP-Za-km-z]{10}$/),
  viewId: expect.stringMatching(/^v[1-9A-HJ-NP-Za-km-z]{10}$/),
  optionId: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{4}$/),
  recordId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  requestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
};
