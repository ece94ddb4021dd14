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
    summary: "List API keys",
    description:
      "Lists the keys that can do no more than your own. Includes expired keys, but not revoked ones.",
    action: "manage-keys",
    answer: z.object({ keys: z.array(key) }),
    run: async ({ actor }) => ({ keys: await listKeys(actor) }),
  }),
  operation({
    id: "createKey",
    showsSecret: true,
    method: "POST",
    path: "/keys",
    summary: "Create an API key",
    description: `The response shows the secret, which cannot be shown again. A key for one database until the end of 2030:
\`{ "name": "Website", "scopes": ["read"], "databases": ["5f0c1e9a7b3d2468"], "expiresAt": "2030-12-31T23:59:59Z" }\`.
A key that can do more than your own is refused with a 403: more scopes, more databases or a later expiry.`,
    action: "manage-keys",
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
    summary: "Get an API key",
    action: "manage-keys",
    params: keyPlace,
    answer: key,
    run: ({ actor, params }) => getKey(actor, params),
  }),
  operation({
    id: "updateKey",
    method: "PATCH",
    path: "/keys/{keyId}",
    summary: "Update an API key",
    description: `Takes effect within a second, also for sessions signed in with the key. A key that can do more than your own
is refused with a 403.`,
    action: "manage-keys",
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
    summary: "Revoke an API key",
    description: `The key and the sessions signed in with it stop working within a second. This cannot be undone. You may revoke
the key of this call, and even the last one with the scope \`keys\`: the sign-in link that the server prints at its
start, or \`npm run key\`, can create others.

Keys that it created stay valid. \`?made=true\` revokes them too, including those they created.`,
    action: "manage-keys",
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
    summary: "Rotate the secret of an API key",
    description: `The response shows the new secret, which cannot be shown again. The old one stays valid for \`overlapSeconds\`,
so that programs can switch one by one; both share the key's rate limit. Sessions signed in with the old secret end
with it, except the one of this call. Only the person whose key it is can rotate it.`,
    action: "manage-keys",
    params: keyPlace,
    body: keyRotate.prefault({}),
    answer: shownKey,
    example: () => ({ body: { overlapSeconds: 3600 } }),
    run: ({ actor, params, body }) => rotateKey(actor, params, body),
  }),
] as const;
