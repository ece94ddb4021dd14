import * as z from "zod";
import { basePlace } from "../contract/places";
import { getBase, stampOf } from "../server/structure/bases";
import { cachedDocument } from "./document-cache";
import { createDocuments } from "./openapi";
import { documentBytes } from "./openapi/text";
import { type Operation, operation } from "./operation";

const openApi = z
  .looseObject({
    openapi: z.literal("3.1.0"),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.looseObject({}),
  })
  .meta({ description: "An OpenAPI 3.1 document." });

/**
 * Creates the operations that return OpenAPI documents. Receives the list of operations lazily, because these are
 * part of it.
 */
export function documentOperations(everyOperation: () => readonly Operation[]) {
  let made: ReturnType<typeof createDocuments> | undefined;
  const documents = () => {
    made ??= createDocuments(everyOperation());
    return made;
  };
  return [
    operation({
      id: "getOpenApi",
      method: "GET",
      path: "/openapi.json",
      summary: "Get this OpenAPI 3.1 document",
      description: "Requires no API key.",
      action: null,
      answer: openApi,
      headerNames: ["ETag"],
      requestHeaders: ["If-None-Match"],
      run: () => cachedDocument("api", () => documents().ofApi().then(documentBytes)),
    }),
    operation({
      id: "getDatabaseOpenApi",
      method: "GET",
      path: "/bases/{databaseId}/openapi.json",
      summary: "Get the OpenAPI document of a database",
      description: `Describes the record operations of each table with the names and types of its fields, so that you can
generate a typed client. Get it again after fields have changed.`,
      action: "read",
      params: basePlace,
      answer: openApi,
      headerNames: ["ETag"],
      requestHeaders: ["If-None-Match"],
      run: async ({ params }) =>
        cachedDocument(await stampOf(params), async () =>
          documentBytes(await documents().ofDatabase(await getBase(params))),
        ),
    }),
  ] as const;
}
