import * as z from "zod";
import { ApiError, badRequest } from "../contract/errors";
import { recordId } from "../contract/ids";
import { parse } from "../contract/parse";
import { queryShape } from "../contract/query";
import { quote } from "../field-types/text";
import type { Share } from "../server/room";
import { bodyValuesOf, isWrite, type Operation } from "./operation";
import { everyOperation } from "./operations";
import { readBody } from "./read-body";
import type { Match } from "./router";

/** Validates the parameters of a path. */
export function readParams(operation: Operation, params: Match["params"]): unknown {
  if (!operation.params) return undefined;
  if (params.recordId !== undefined && !recordId.safeParse(params.recordId).success) {
    throw new ApiError(
      "INVALID_RECORD_ID",
      `${quote(params.recordId)} is not a record id. Record ids are UUIDs.`,
    );
  }
  return parse(operation.params, params, "path");
}

/** Reads and validates the JSON body. Accepts `{}` where no body is taken, because clients send it by habit. */
export async function takeBody(operation: Operation, request: Request, share: Share): Promise<unknown> {
  const { body, bodyBytes } = operation;
  if (body) {
    const bounds = { bodyValues: bodyValuesOf(operation), bodyBytes, share };
    return parse(body, await readBody(request, bounds), "body");
  }
  if (operation.method !== "GET" && !operation.uploads) {
    parse(noBody, await readBody(request, { bodyBytes: maxBodyWithoutType, share }), "body");
  }
  return undefined;
}

/** Maximum bytes read where no body is taken. */
const maxBodyWithoutType = 4_096;

const noBody = z.strictObject({}, { error: "is not allowed here; omit it" }).optional();

/** Reads the query string. Refuses repeated and unknown parameters. */
export function readQuery(
  operation: Operation,
  { search, searchParams }: URL,
): { isDryRun: boolean; query: unknown } {
  if (search === "" && !operation.query) return { isDryRun: false, query: undefined };
  const repeated = [...searchParams.keys()].find((name, index, all) => all.indexOf(name) !== index);
  if (repeated !== undefined) throw badRequest([{ path: repeated, message: "is given more than once" }]);
  const shape = queryShapes.get(operation) ?? noQuery;
  const { dryRun, ...query } = parse(shape, Object.fromEntries(searchParams), "query") as { dryRun?: string };
  return { isDryRun: dryRun === "true", query };
}

const noQuery = queryShape({});

const dryRun = { dryRun: z.enum(["true", "false"]).optional() };

/** Query shapes of the operations. Every write also accepts `dryRun`. */
const queryShapes: ReadonlyMap<Operation, z.ZodType> = new Map(
  everyOperation.map((each: Operation) => {
    const { query = noQuery } = each;
    return [each, isWrite(each) && query instanceof z.ZodObject ? query.extend(dryRun) : query];
  }),
);
