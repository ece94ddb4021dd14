import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import { sessionPlace } from "../contract/places";
import { sessionCreate, signedIn } from "../contract/sessions";
import { signInByPasskey } from "../server/access/passkey-sign-in";
import {
  createSession,
  deleteSession,
  endOtherSessions,
  endSession,
  listSessions,
} from "../server/access/sessions";
import { operation } from "./operation";
import { endedCookies, knownTokens, sessionCookies } from "./session-cookie";

export const sessionOperations = [
  operation({
    id: "testKey",
    method: "GET",
    path: "/test",
    summary: "Check the API key",
    action: "use-session",
    answer: z.object({ ok: z.literal(true) }),
    run: async () => ({ ok: true as const }),
  }),
  operation({
    id: "createSession",
    method: "POST",
    path: "/session",
    summary: "Sign in a browser",
    description:
      "Takes an e-mail address and password, an API key, a one-time code or the response of a passkey, and sets the session cookie.",
    action: null,
    body: sessionCreate,
    // The bounds of `assertion` come to 7,300.
    bodyBytes: 8_192,
    errors: ["UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED"],
    example: () => ({ body: { code: "the-code-that-the-launcher-prints" } }),
    run: ({ body, address, request }) =>
      "passkey" in body
        ? signInByPasskey(body.passkey, address)
        : createSession(body, { address, known: knownTokens(request.headers.get("Cookie")) }),
    cookies: sessionCookies,
  }),
  operation({
    id: "deleteSession",
    method: "DELETE",
    path: "/session",
    summary: "Sign out this browser",
    action: "use-session",
    run: ({ actor }) => deleteSession(actor),
    cookies: endedCookies,
  }),
  operation({
    id: "listSessions",
    method: "GET",
    path: "/sessions",
    summary: "List signed-in browsers",
    description:
      "Lists the browsers of your key, newest first. With the scope `keys`, also those of every key that can do no more than your own.",
    action: "use-session",
    answer: z.object({ sessions: z.array(signedIn) }),
    run: async ({ actor }) => ({ sessions: await listSessions(actor) }),
  }),
  operation({
    id: "deleteOtherSessions",
    method: "DELETE",
    path: "/sessions",
    summary: "Sign out every other browser",
    description: "Signs out every browser that the list shows you, except the one of this call.",
    action: "use-session",
    answer: deletion,
    run: async ({ actor }) => {
      await endOtherSessions(actor);
      return deleted;
    },
  }),
  operation({
    id: "deleteSessionById",
    method: "DELETE",
    path: "/sessions/{sessionId}",
    summary: "Sign out one browser",
    action: "use-session",
    params: sessionPlace,
    answer: deletion,
    run: async ({ actor, params }) => {
      await endSession(actor, params);
      return deleted;
    },
  }),
] as const;
