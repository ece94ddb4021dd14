/**
 * The address of assistants, which call tools by the Model Context Protocol. It is beside the operations, as its messages
 * have a form of their own.
 */
import { ApiError, badRequest, unauthorized } from "../../contract/errors";
import { factsOf, holderOf } from "../../server/access/author";
import { asCall } from "../../server/turns";
import { countRequest } from "../admit";
import { findCaller } from "../authenticate";
import { bodies } from "../body-room";
import { bodyValuesOf } from "../operation";
import { everyOperation } from "../operations";
import { readBody } from "../read-body";
import { type Answer, explainThrow } from "../respond";
import type { Trace } from "../trace";
import { requireKnownHost } from "./hosts";
import { type JsonObject, toolNameIn } from "./messages";
import type { Session } from "./session";

export const mcpPath = "/mcp";

interface Exchange {
  readonly address: string;
  readonly headers: Answer["headers"];
  readonly trace: Trace;
}

/** Answers a message of an assistant. Errors before any message is read have the form of the protocol, too. */
export async function answerMcp(request: Request, exchange: Exchange): Promise<Answer> {
  exchange.trace.operation = "mcp";
  try {
    return await exchangeMessage(request, exchange);
  } catch (thrown) {
    return asProtocolError(explainThrow(thrown, exchange.headers));
  }
}

async function exchangeMessage(request: Request, { address, headers, trace }: Exchange): Promise<Answer> {
  requireKnownHost(request);
  if (request.method === "OPTIONS") return { status: 204, headers: { ...headers, ...preflight }, body: null };
  if (request.method !== "POST") throw noMethod(request.method);
  const caller = await findCaller(request);
  if (!caller) throw unauthorized(caller === null ? wrongKey : noKey);
  await countRequest(caller, headers);
  trace.caller = `${caller.kind} ${caller.id}`;
  const actor = { ...caller, source: "mcp" } as const;
  const holder = holderOf(actor);
  const share = bodies.enter(holder);
  try {
    return await asCall({ ...factsOf(actor, address), holder }, async () => {
      const message = readMessage(await readBody(request, { share, bodyValues }));
      trace.operation = toolNameIn(message);
      return await answerMessage(message, { request, address, actor }, headers);
    });
  } finally {
    share.release();
  }
}

/** As many as any operation takes. Each tool has its own limit. */
const bodyValues = Math.max(...everyOperation.map(bodyValuesOf));

const noKey = "An API key is required. Send the header Authorization: Bearer <API key>.";
const wrongKey = "The API key is not valid. Send the header Authorization: Bearer <API key>.";

/** Headers for pages of the server's own names, which ask before they send a key. */
const preflight = {
  Allow: "POST, OPTIONS",
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "Accept, Authorization, Content-Type, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id",
  "Access-Control-Max-Age": "86400",
};

function noMethod(method: string): ApiError {
  const { Allow } = preflight;
  const message = `${method} is not allowed here. Allowed: ${Allow}.`;
  return new ApiError("METHOD_NOT_ALLOWED", message, undefined, { Allow });
}

/** Refuses batches, each message of which would need to be counted. */
function readMessage(body: unknown): JsonObject {
  if (Array.isArray(body)) {
    throw badRequest([{ path: "body", message: "is a batch; send each message in a request of its own" }]);
  }
  if (typeof body === "object" && body !== null) return body as JsonObject;
  throw badRequest([{ path: "body", message: "takes a message of JSON-RPC 2.0" }]);
}

/** Serves one message. The response is read to its end, so that limits count the call until then. */
async function answerMessage(
  message: JsonObject,
  session: Session,
  headers: Answer["headers"],
): Promise<Answer> {
  // Imported lazily, as few servers need it at once.
  const { serveMessage } = await import("./server");
  const response = await serveMessage(message, session);
  const type = response.headers.get("Content-Type");
  const body = await response.text();
  return {
    status: response.status,
    headers: { ...headers, ...(type !== null && { "Content-Type": type }) },
    body: body === "" ? null : body,
  };
}

/** The form of an error in the protocol; `data` has what the API would answer. */
function asProtocolError(answer: Answer): Answer {
  const { error } = JSON.parse(String(answer.body)) as { error: { message: string } };
  const { message, ...data } = error;
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: serverError, message, data } });
  return { ...answer, body };
}

/** The code of JSON-RPC for errors of the server's own. */
const serverError = -32_000;
