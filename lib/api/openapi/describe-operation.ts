import * as z from "zod";
import { ruleOf } from "../../contract/actions";
import type { World } from "../example";
import { Bytes, isWrite, type Operation } from "../operation";
import { errorsOf } from "./errors";
import { type HeaderName, headerParameters, headerRefs, type RequestHeaderName } from "./headers";
import { resolve } from "./references";
import { misleads, sample } from "./sample";
import type { Converted, Shapes } from "./schemas";
import { tagOf } from "./tags";
import type { JsonSchema, MediaType, OperationObject, Parameter, ResponseObject, Security } from "./types";

const json = "application/json";

/** The shapes of an operation, named after it. */
export function shapesOf(operation: Operation): { sent: Shapes; answered: Shapes } {
  const { id, params, query, body, uploads, answer } = operation;
  const sent = { [`${id}.params`]: params, [`${id}.query`]: query, [`${id}.body`]: body };
  const values = query instanceof z.ZodPipe ? { [`${id}.values`]: query.def.out as z.ZodType } : {};
  const raw = Object.entries(uploads ?? {}).map(([type, shape]) => [`${id}.${type}`, shape]);
  return {
    sent: defined({ ...sent, ...values, ...Object.fromEntries(raw) }),
    answered: defined({ [`${id}.answer`]: isBytes(operation) ? undefined : answer }),
  };
}

/** Describes an operation, with examples that use the things of `world`. */
export function describeOperation(operation: Operation, converted: Converted, world: World): OperationObject {
  const { id, path, summary, description } = operation;
  const parameters = parametersOf(operation, converted, world);
  const requestBody = requestBodyOf(operation, converted, world);
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tagOf(path)],
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [operation.status ?? (operation.answer ? 200 : 204)]: answerOf(operation, converted),
      // A dry run of what goes on in the background answers once it is done.
      ...(operation.status === 202 && isWrite(operation) && { 200: answerOf(operation, converted) }),
      ...(operation.requestHeaders?.includes("Range") && { 206: partOf(operation) }),
      ...(operation.requestHeaders?.includes("If-None-Match") && { 304: unchangedOf(operation) }),
      ...errorsOf(operation),
    },
  };
}

/** Lists API key and session as alternatives, for each scope that suffices. */
function securityOf({ action }: Operation): Security[] {
  if (action === null) return [];
  const { scopes } = ruleOf(action);
  if (scopes.length === 0) return [{ key: [] }, { session: [] }];
  return scopes.flatMap((each): Security[] => [{ key: [each] }, { session: [each] }]);
}

function parametersOf(operation: Operation, converted: Converted, world: World): Parameter[] {
  return [
    ...inPath(operation, converted, world),
    ...inQuery(operation, converted, world),
    ...(isWrite(operation) ? [dryRun] : []),
    ...headerParameters(requestHeadersOf(operation)),
  ];
}

function requestHeadersOf(operation: Operation): RequestHeaderName[] {
  const { path, requestHeaders = [] } = operation;
  const names: RequestHeaderName[] = [...requestHeaders];
  if (isWrite(operation)) names.push("Idempotency-Key");
  if (isWrite(operation) && path.startsWith("/bases")) names.push("Change-Set-Id", "Change-Set-Name");
  return names;
}

function inPath({ id }: Operation, { sent }: Converted, { base, table, record }: World): Parameter[] {
  const place: { readonly [name: string]: string | undefined } = {
    databaseId: base.id,
    tableId: table.id,
    fieldId: table.fields.at(-1)?.id,
    viewId: table.views[0]?.id,
    recordId: record.id,
  };
  return Object.entries(sent[`${id}.params`]?.properties ?? {}).map(([name, schema]) => ({
    ...named(name, schema),
    in: "path",
    required: true,
    ...media(withoutDescription(schema), place[name]),
  }));
}

const dryRun: Parameter = {
  name: "dryRun",
  in: "query",
  required: false,
  description: "With `true`, all checks run and the response is the same, but nothing is stored.",
  schema: { type: "string", enum: ["true", "false"] },
};

/** Parameters that are not plain text are sent as JSON. */
function inQuery(operation: Operation, { sent, components }: Converted, world: World): Parameter[] {
  const shapeOf = (part: string) => resolve(sent[`${operation.id}.${part}`] ?? {}, components);
  const { properties = {}, required = [] } = shapeOf("query");
  const values = shapeOf("values").properties ?? {};
  const example = operation.example?.(world).query ?? {};
  return Object.entries(properties).map(([name, text]) => {
    const value = values[name];
    const isJson = value !== undefined && value.type !== "string";
    const described = media(withoutDescription(value ?? text), example[name]);
    return {
      ...named(name, value ?? text),
      in: "query",
      required: required.includes(name),
      ...(isJson ? { content: { [json]: described } } : described),
    };
  });
}

function named(name: string, { description }: JsonSchema) {
  return { name, ...(description !== undefined && { description }) };
}

function withoutDescription({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function requestBodyOf(
  operation: Operation,
  { sent, components }: Converted,
  world: World,
): OperationObject["requestBody"] {
  const { id, body, uploads } = operation;
  if (uploads) {
    const content = Object.keys(uploads).map((type) => [type, { schema: sent[`${id}.${type}`] ?? {} }]);
    return { required: true, content: Object.fromEntries(content) };
  }
  const schema = sent[`${id}.body`];
  if (!body || !schema) return undefined;
  const example = operation.example?.(world).body ?? sample(schema, components);
  const required = !body.safeParse(undefined).success;
  return { required, content: { [json]: media(schema, example) } };
}

function answerOf(operation: Operation, { answered, components }: Converted): ResponseObject {
  const { id, summary } = operation;
  const headers = headersOf(operation);
  if (isBytes(operation)) return answerFromBytes(operation);
  const schema = answered[`${id}.answer`];
  if (!schema) return { description: "Done. The response has no body.", headers };
  return {
    description: schema.description ?? resolve(schema, components).description ?? `${summary}.`,
    headers,
    content: { [json]: media(schema, sample(schema, components)) },
  };
}

function answerFromBytes(operation: Operation): ResponseObject {
  const { mediaTypes = ["*/*"] } = operation;
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: {} }]));
  return { description: "The file or stream.", headers: headersOf(operation), content };
}

/** The response to a `Range` request. */
function partOf(operation: Operation): ResponseObject {
  const { content } = answerFromBytes(operation);
  const headers = { ...headersOf(operation), ...headerRefs(["Content-Range"]) };
  return { description: "The requested part of the file.", headers, content };
}

/** The response to a caller that has the current version. */
function unchangedOf(operation: Operation): ResponseObject {
  return { description: "Not changed since the version in `If-None-Match`.", headers: headersOf(operation) };
}

function headersOf({
  status,
  action,
  isForVisitors,
  cookies,
  headerNames = [],
}: Operation): ResponseObject["headers"] {
  const names: HeaderName[] = ["X-Request-Id"];
  if (action !== null || isForVisitors)
    names.push("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset");
  if (status === 201) names.push("Location");
  if (cookies) names.push("Set-Cookie");
  return headerRefs([...names, ...headerNames]);
}

function media(schema: JsonSchema, example: unknown): MediaType {
  return { schema, ...(example !== undefined && !misleads(example) && { example }) };
}

/** True if the response is not JSON. */
function isBytes({ answer }: Operation): boolean {
  return answer?._zod.bag.Class === Bytes;
}

function defined(shapes: { [name: string]: z.ZodType | undefined }): Shapes {
  return Object.fromEntries(
    Object.entries(shapes).filter((entry): entry is [string, z.ZodType] => entry[1] !== undefined),
  );
}
