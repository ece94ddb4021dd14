import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import { key, keyCreate, keyRevocation, keyRotate, keyUpdate, shownKey } from "../contract/keys";
import { keyPlace } from "../contract/places";
import { createKey, deleteKey, getKey, listKeys, rotateKey, updateKey } from "../server/access/keys";
import { operation } from "./operation";

export const keyOperations = [
  operation({
    id: "listKeys",
    method: "GET",
    path: "/keys",
    summary: "Every key that can do no more than your own",
    description: "Revoked keys are not among them; expired ones are.",
    scope: "keys",
    answer: z.object({ keys: z.array(key) }),
    run: async ({ actor }) => ({ keys: await listKeys(actor) }),
  }),
  operation({
    id: "createKey",
    showsSecret: true,
    method: "POST",
    path: "/keys",
    summary: "Make a key; its secret is shown only this once",
    description: `A key for one database, until the end of 2030:
\`{ "name": "Website", "scopes": ["read"], "databases": ["5f0c1e9a7b3d2468"], "expiresAt": "2030-12-31T23:59:59Z" }\`.
What goes beyond your own key is a 403: a scope that it lacks, more databases than it opens, a later expiry.`,
    scope: "keys",
    body: keyCreate,
    answer: shownKey,
    status: 201,
    example: () => ({ body: { name: "Website", scopes: ["read", "write"] } }),
    run: ({ actor, body }) => createKey(actor, body),
    headers: ({ id }) => ({ Location: `/api/v1/keys/${id}` }),
  }),
  operation({
    id: "getKey",
    method: "GET",
    path: "/keys/{keyId}",
    summary: "One key, without its secret",
    scope: "keys",
    params: keyPlace,
    answer: key,
    run: ({ actor, params }) => getKey(actor, params),
  }),
  operation({
    id: "updateKey",
    method: "PATCH",
    path: "/keys/{keyId}",
    summary: "Rename a key, or change what it may do",
    description: `It holds within a second, for sessions that the key has signed in too. What goes beyond your own key
is a 403.`,
    scope: "keys",
    params: keyPlace,
    body: keyUpdate,
    answer: key,
    example: () => ({ body: { name: "Website, read only", scopes: ["read"] } }),
    run: ({ actor, params, body }) => updateKey(actor, params, body),
  }),
  operation({
    id: "deleteKey",
    method: "DELETE",
    path: "/keys/{keyId}",
    summary: "Revoke a key for good",
    description: `Within a second it opens nothing any more, and neither do the sessions that it has signed in. You may
revoke the key that you call with, and the last one with the scope \`keys\` too: the sign-in link that the server
prints when it starts, or \`npm run key\` beside it, makes others.

What it has made stays good. \`?made=true\` revokes the keys too that it has made, and those that they have.`,
    scope: "keys",
    params: keyPlace,
    query: keyRevocation,
    answer: deletion,
    run: async ({ actor, params, query }) => {
      await deleteKey(actor, params, { made: query.made === "true" });
      return deleted;
    },
  }),
  operation({
    id: "rotateKey",
    showsSecret: true,
    method: "POST",
    path: "/keys/{keyId}/rotate",
    summary: "Give a key a new secret, which is shown only this once",
    description: `The secret of until now stays good for \`overlapSeconds\`, so that programs can change over one by one; both
share the key's rate limit. Sessions that it has signed in end with it, save the one that calls this.`,
    scope: "keys",
    params: keyPlace,
    body: keyRotate.prefault({}),
    answer: shownKey,
    example: () => ({ body: { overlapSeconds: 3600 } }),
    run: ({ actor, params, body }) => rotateKey(actor, params, body),
  }),
] as const;
