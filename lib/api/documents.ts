import * as z from "zod";
import { basePlace } from "../contract/places";
import { getBase, stampOf } from "../server/structure/bases";
import { keep } from "./kept-documents";
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

/** The documents about all operations, these included, so that their list can only be handed in from outside. */
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
      summary: "This document: the whole API in the form of OpenAPI 3.1",
      description: "Needs no key.",
      answer: openApi,
      headerNames: ["ETag"],
      requestHeaders: ["If-None-Match"],
      run: () => keep("api", () => documents().ofApi().then(documentBytes)),
    }),
    operation({
      id: "getDatabaseOpenApi",
      method: "GET",
      path: "/bases/{databaseId}/openapi.json",
      summary: "The API of one database, with its own tables and fields as types",
      description: `Each table has its own operations on records, whose shapes know the names and types of its fields:
what to generate a typed client from. They are those of the moment; ask again when fields have changed.`,
      scope: "read",
      params: basePlace,
      answer: openApi,
      headerNames: ["ETag"],
      requestHeaders: ["If-None-Match"],
      run: async ({ params }) =>
        keep(await stampOf(params), async () =>
          documentBytes(await documents().ofDatabase(await getBase(params))),
        ),
    }),
  ] as const;
}
