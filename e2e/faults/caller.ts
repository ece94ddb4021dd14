/** HTTP clients with little overhead in the test process, so that measurements reflect the server. */
import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

export interface Told {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Set only on request. */
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  /** Already serialized. */
  readonly body?: Uint8Array | string;
  readonly headers?: { readonly [name: string]: string };
  readonly isRead?: boolean;
  readonly signal?: AbortSignal;
}

/** Calls an API with one key over its own connections. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true });

  constructor(
    readonly origin: string,
    private readonly key: string | null,
  ) {}

  send(path: string, { method = "GET", body, headers, isRead = false, signal }: Sent = {}): Promise<Told> {
    return new Promise((resolve, reject) => {
      const call = request(`${this.origin}/api/v1${path}`, {
        agent: this.#agent,
        method,
        signal,
        headers: {
          ...(this.key !== null && { Authorization: `Bearer ${this.key}` }),
          ...(body !== undefined && {
            "Content-Type": "application/json",
            "Content-Length": Buffer.byteLength(body),
          }),
          ...headers,
        },
      });
      call.on("error", reject);
      call.on("response", (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => isRead && parts.push(part));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
      });
      call.end(body);
    });
  }

  /** Sends and receives JSON, for the test's own setup. */
  async json<Body>(path: string, method: string, body?: unknown): Promise<Body> {
    const { status, text } = await this.send(path, {
      method,
      isRead: true,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as Body;
  }

  close(): void {
    this.#agent.destroy();
  }
}

const pieceSize = 256_000;

/** Sends bytes piece by piece until the server or the signal ends the connection. Resolves to the first data received. */
export async function drip(
  origin: string,
  { head, part, pause, signal }: { head: string; part: Uint8Array; pause: number; signal: AbortSignal },
): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let told = "";
  socket.on("data", (data) => {
    if (told.length < 100) told += data.toString("latin1").slice(0, 100);
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("error", () => socket.destroy());
  });
  const stop = () => socket.destroy();
  signal.addEventListener("abort", stop);
  socket.write(head);
  // Piece by piece, because the loopback would take gigabytes a second, which no network does.
  for (let at = 0; at < part.length && told === "" && !socket.destroyed; at += pieceSize) {
    if (socket.write(part.subarray(at, at + pieceSize))) continue;
    await Promise.race([once(socket, "drain", { signal }).catch(() => {}), closed]);
  }
  const timer = setInterval(() => socket.write("x".repeat(200)), pause);
  await closed;
  clearInterval(timer);
  signal.removeEventListener("abort", stop);
  return told.split("\r\n")[0] ?? "";
}

/** Pipelines many requests on one connection. */
export async function pipeline(
  origin: string,
  { path, count, signal }: { path: string; count: number; signal: AbortSignal },
): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const stop = () => socket.destroy();
  signal.addEventListener("abort", stop);
  const one = `GET /api/v1${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const last = `GET /api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  socket.on("error", stop);
  socket.resume();
  socket.write(one.repeat(count - 1) + last);
  await new Promise<void>((resolve) => socket.on("close", () => resolve()));
  signal.removeEventListener("abort", stop);
}
