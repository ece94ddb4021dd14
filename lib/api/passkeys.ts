import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import {
  passkey,
  passkeyBegin,
  passkeyCreate,
  passkeyCreationOptions,
  passkeyDelete,
  passkeyRequestOptions,
  passkeyUpdate,
} from "../contract/passkeys";
import { passkeyPlace } from "../contract/places";
import { beginPasskeySignIn } from "../server/access/passkey-sign-in";
import {
  addPasskey,
  beginPasskey,
  deletePasskey,
  listPasskeys,
  updatePasskey,
} from "../server/access/passkeys";
import { operation } from "./operation";

export const passkeyOperations = [
  operation({
    id: "listPasskeys",
    method: "GET",
    path: "/me/passkeys",
    summary: "List your passkeys",
    action: "read-account",
    answer: z.object({ passkeys: z.array(passkey) }),
    run: async ({ actor }) => ({ passkeys: await listPasskeys(actor) }),
  }),
  operation({
    id: "beginPasskey",
    method: "POST",
    path: "/me/passkeys/options",
    summary: "Begin to add a passkey",
    description:
      "Returns the options with which a browser creates it. They are valid once, for five minutes. Takes the password and, if there is a second factor, a code. At an address where browsers offer no passkeys, such as an IP address, a 409.",
    action: "change-account",
    showsSecret: true,
    body: passkeyBegin,
    answer: passkeyCreationOptions,
    errors: ["CONFLICT", "RATE_LIMITED"],
    example: () => ({ body: { currentPassword: "correct horse battery" } }),
    run: ({ actor, body, address }) => beginPasskey(actor, body, address),
  }),
  operation({
    id: "addPasskey",
    method: "POST",
    path: "/me/passkeys",
    summary: "Add a passkey",
    description:
      "Takes what the browser has created. From then on, it signs in at `POST /session` without a password or code.",
    action: "change-account",
    body: passkeyCreate,
    answer: passkey,
    status: 201,
    errors: ["CONFLICT"],
    example: () => ({
      body: {
        name: "Laptop",
        credential: {
          id: "AQIDBA",
          rawId: "AQIDBA",
          type: "public-key",
          response: { clientDataJSON: "e30", attestationObject: "oA" },
        },
      },
    }),
    run: ({ actor, body }) => addPasskey(actor, body),
    headers: ({ id }) => ({ Location: `/api/v1/me/passkeys/${id}` }),
  }),
  operation({
    id: "updatePasskey",
    method: "PATCH",
    path: "/me/passkeys/{passkeyId}",
    summary: "Rename a passkey",
    action: "change-account",
    params: passkeyPlace,
    body: passkeyUpdate,
    answer: passkey,
    example: () => ({ body: { name: "Laptop" } }),
    run: ({ actor, params, body }) => updatePasskey(actor, params, body),
  }),
  operation({
    id: "deletePasskey",
    method: "DELETE",
    path: "/me/passkeys/{passkeyId}",
    summary: "Remove a passkey",
    description: "Takes the password. Browsers that signed in with the passkey stay signed in.",
    action: "change-account",
    params: passkeyPlace,
    body: passkeyDelete,
    answer: deletion,
    errors: ["RATE_LIMITED"],
    example: () => ({ body: { currentPassword: "correct horse battery" } }),
    run: async ({ actor, params, body, address }) => {
      await deletePasskey(actor, params, { ...body, address });
      return deleted;
    },
  }),
  operation({
    id: "beginPasskeySignIn",
    method: "POST",
    path: "/session/passkey-options",
    summary: "Begin to sign in with a passkey",
    description:
      "Returns the options with which a browser asks for one. They are valid once, for five minutes; `POST /session` takes its response.",
    action: null,
    answer: passkeyRequestOptions,
    errors: ["CONFLICT", "RATE_LIMITED"],
    run: ({ address }) => beginPasskeySignIn(address),
  }),
] as const;
