import { z } from "zod";
import { base, baseCreate } from "../contract/bases";
import { basePlace } from "../contract/places";
import { createBase, getBase, listBases } from "../server/bases";
import { operation } from "./operation";

export const baseOperations = [
  operation({
    id: "listBases",
    method: "GET",
    path: "/bases",
    summary: "Every database, with its tables",
    scope: "read",
    answer: z.array(base),
    run: () => listBases(),
  }),
  operation({
    id: "createBase",
    method: "POST",
    path: "/bases",
    summary: "Make a database, with its first tables",
    scope: "schema",
    body: baseCreate,
    answer: base,
    status: 201,
    run: ({ body }) => createBase(body),
    headers: ({ id }) => ({ Location: `/api/v1/bases/${id}` }),
  }),
  operation({
    id: "getBase",
    method: "GET",
    path: "/bases/{databaseId}",
    summary: "One database, with its tables",
    scope: "read",
    params: basePlace,
    answer: base,
    run: ({ params }) => getBase(params),
  }),
] as const;
