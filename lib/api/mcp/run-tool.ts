import type { CallToolResult } from "@modelcontextprotocol/server";
import { ApiError, type ErrorDetail, hasCode, sentenceOf } from "../../contract/errors";
import { parse } from "../../contract/parse";
import { type Actor, factsOf } from "../../server/access/author";
import { respondOnce } from "../../server/access/idempotent-responses";
import { mayHaveNewRole } from "../../server/access/rights";
import { within } from "../../server/context";
import { env } from "../../server/env";
import { mintUuid } from "../../server/ids";
import { authenticateAfresh } from "../authenticate";
import { bodyValuesOf } from "../operation";
import { refusedIn } from "../perform";
import { explainThrow } from "../respond";
import { fingerprintOf } from "../write-headers";
import { operationOf } from "./call-operation";
import { findDatabase } from "./find";
import { cutText, maxBytes, sizeOf, withinBytes } from "./fit";
import type { Session } from "./session";
import type { Tool, ToolCall, ToolContent } from "./tool";
import { holdsMoreValues } from "./values";

/** Arguments that several tools have. */
interface Common {
  readonly database?: string;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
}

/** Runs a tool. Everything that goes wrong becomes a text from which an assistant can learn what would be right. */
export async function runTool(tool: Tool, session: Session, sent: unknown): Promise<CallToolResult> {
  try {
    const given = sent ?? {};
    requireFewValues(tool, given);
    const args = parse(tool.input, given, "arguments") as Common;
    const { actor, databaseId } = await enterDatabase(session, args.database);
    const content = await within(factsOf(actor, session.address), () =>
      runOnce(tool, { ...session, actor }, { args, sent: given as Common, databaseId }),
    );
    return { content: [{ type: "text", text: JSON.stringify(content) }], structuredContent: content };
  } catch (error) {
    return { content: [{ type: "text", text: explain(error) }], isError: true };
  }
}

/** Throws a 413 for more values than a body of the tool's operations may have. */
function requireFewValues({ operations }: Tool, sent: unknown): void {
  const max = Math.max(...operations.map((key) => bodyValuesOf(operationOf(key))));
  if (!holdsMoreValues(sent, max)) return;
  throw new ApiError(
    "PAYLOAD_TOO_LARGE",
    `The arguments have too many values. At most ${max.toLocaleString("en")} are allowed.`,
  );
}

/** Finds the database of a call, if it names one. Reads a role again that the person may have just got. */
async function enterDatabase(session: Session, ref: string | undefined) {
  const { actor } = session;
  if (ref === undefined)
    return { actor: mayHaveNewRole(actor) ? await readAgain(session) : actor, databaseId: "" };
  try {
    return { actor, databaseId: (await findDatabase(actor, ref)).id };
  } catch (error) {
    if (!hasCode(error, "NOT_FOUND")) throw error;
    const fresh = await readAgain(session);
    return { actor: fresh, databaseId: (await findDatabase(fresh, ref)).id };
  }
}

/** The caller of a message with the roles of now. */
async function readAgain({ request }: Session): Promise<Actor> {
  return { ...(await authenticateAfresh(request)), source: "mcp" };
}

/** Runs a tool; a repeated call with the same idempotency key gets the first content. */
async function runOnce(
  tool: Tool,
  session: Session,
  { args, sent, databaseId }: Pick<ToolCall<Common>, "args" | "sent" | "databaseId">,
): Promise<ToolContent> {
  const { actor, address, client } = session;
  const run = async (): Promise<ToolContent> => {
    const author = { actor, changeSetId: mintUuid(), ...(client !== undefined && { changeSetName: client }) };
    const content = await tool.run({ caller: { actor, address, author }, args, sent, databaseId });
    return withinBytes(content, maxBytes - sizeOf({ isRepeat: true }));
  };
  const { idempotencyKey: key, ...compared } = sent;
  if (key === undefined || args.dryRun === true) return run();
  const restrictions = {
    mayRead: actor.scopes.includes("read"),
    refused: await refusedIn(actor, { databaseId }),
  };
  const request = new Request(`${env.APP_URL}/mcp/${tool.name}`, { method: "POST" });
  const fingerprint = await fingerprintOf(request, compared, restrictions);
  const work = async () => ({ status: 200, headers: {}, body: JSON.stringify(await run()) });
  const { answer, isRepeat } = await respondOnce({ actor, key, fingerprint }, work);
  const content = JSON.parse(String(answer.body)) as ToolContent;
  return isRepeat ? { ...content, isRepeat } : content;
}

/** The message of an error with all of its details, of which the message has the first. */
function explain(error: unknown): string {
  const { body } = explainThrow(error, { "X-Request-Id": crypto.randomUUID() });
  const { code, message, details, requestId } = (JSON.parse(String(body)) as ErrorBody).error;
  const lines = details && details.length > 1 ? details.map((each) => `- ${sentenceOf(each)}`) : [];
  const own = error instanceof ApiError ? [] : [`Request id: ${requestId}`];
  return cutText([`${code}: ${message}`, ...lines, ...own].join("\n"), maxBytes);
}

interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: readonly ErrorDetail[];
    readonly requestId: string;
  };
}
