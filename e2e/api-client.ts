import { expect } from "playwright/test";
import type { ErrorCode, ErrorDetail } from "../lib/contract/errors";

/** An answer as it came: its body read as JSON where it says so, else as text. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Request {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, for what `JSON.stringify` never writes. */
  raw?: string | Uint8Array | ReadableStream;
  headers?: Record<string, string | undefined>;
}

/** Calls an API as a program that is not ours would: by `fetch`, below one address, with one key. */
export class ApiClient {
  constructor(
    readonly origin: string,
    readonly key: string | null,
    /** Sent with every call. */
    private readonly headers: Request["headers"] = {},
  ) {}

  /** What every call proves who calls with. */
  get credentials(): { [name: string]: string } {
    const all = { ...(this.key !== null && { Authorization: `Bearer ${this.key}` }), ...this.headers };
    return Object.fromEntries(Object.entries(all).filter((entry) => entry[1] !== undefined)) as {
      [name: string]: string;
    };
  }

  /** The page of a browser that has signed in with a key. */
  static async signIn(origin: string, key: string): Promise<ApiClient> {
    const { status, headers } = await new ApiClient(origin, null).post("/session", { key });
    expect(status).toBe(204);
    const cookie = headers.get("Set-Cookie")?.split(";")[0];
    return new ApiClient(origin, null, { Cookie: cookie, Origin: origin });
  }

  /** `path` is below `/api/v1` and sent as it is written; what stands in it is encoded by the caller. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by comparing it
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

/** The whole body of an error; `details` as the answer has to list them, none for an error without. */
export function errorBody(code: ErrorCode, message: unknown, details?: ErrorDetail[]) {
  return { error: { code, message, requestId: minted.requestId, ...(details && { details }) } };
}

/** The whole body of a 400 about these places; its message states the first and counts the rest. */
export function badRequestBody(...details: [path: string, message: string][]) {
  return problemsBody(
    "BAD_REQUEST",
    details.map(([path, message]) => ({ path, message })),
  );
}

/** The whole body of an error about these places. */
export function problemsBody(code: ErrorCode, details: ErrorDetail[]) {
  const [first] = details;
  const more = details.length - 1;
  const rest = more > 0 ? ` See details for ${more} more problem${more === 1 ? "" : "s"}.` : "";
  return errorBody(code, `${first?.path} ${first?.message}.${rest}`, details);
}

/** What the server mints, in a comparison of whole bodies. */
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
