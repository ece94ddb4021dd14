import { parse } from "../../contract/parse";
import { type Actor, type Author, factsOf } from "../../server/access/author";
import { requireMay } from "../../server/access/may";
import { within } from "../../server/context";
import { env } from "../../server/env";
import { requireRoom } from "../../server/postgres/disk-room";
import { type AnswerBody, isInParts } from "../answer-body";
import { isWrite, type Operation } from "../operation";
import type { OperationByKey, OperationKey, PartOut } from "../operation-key";
import { everyOperation } from "../operations";
import { perform } from "../perform";
import { parseJson } from "../read-body";
import { readParams } from "../read-call";
import { errorVisibleTo } from "../visible-to";

/** The caller of operations, with the change set of its writes. */
export interface Caller {
  readonly actor: Actor;
  readonly author: Author;
  readonly address: string;
}

interface Given {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly isDryRun?: boolean;
}

/** Performs an operation of the API as a request would, with the same checks. Without `read`, the answer has ids only. */
export async function callOperation<Key extends OperationKey>(
  { actor, author, address }: Caller,
  key: Key,
  { params = {}, query = {}, body, isDryRun = false }: Given = {},
): Promise<PartOut<OperationByKey<Key>, "answer">> {
  const operation = operationOf(key);
  if (operation.action !== null) requireMay(actor, operation.action, params.databaseId);
  const call = {
    actor,
    author,
    address,
    isDryRun,
    params: readParams(operation, params),
    query: operation.query && parse(operation.query, query, "arguments"),
    body: operation.body && parse(operation.body, body, "arguments"),
    // Has none of the headers that would change the call.
    request: new Request(`${env.APP_URL}/mcp`, { method: operation.method }),
  };
  if (isWrite(operation)) requireRoom();
  const answer = await within(factsOf(actor, address), () => perform(operation, call)).catch(
    (error: unknown) => {
      throw errorVisibleTo(actor, operation, error);
    },
  );
  const { json } = await parseJson(textOf(answer.body), Number.POSITIVE_INFINITY);
  return json as PartOut<OperationByKey<Key>, "answer">;
}

export function operationOf(key: OperationKey): Operation {
  const operation = everyOperation.find(({ method, path }) => `${method} ${path}` === key);
  if (!operation) throw new Error(`there is no operation ${key}`);
  return operation;
}

function textOf(body: AnswerBody): string {
  if (isInParts(body)) return Buffer.concat(body).toString();
  if (typeof body === "string") return body;
  throw new Error("the answer is no JSON");
}
