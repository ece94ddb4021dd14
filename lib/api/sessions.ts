import { z } from "zod";
import { sessionCreate } from "../contract/sessions";
import { createSession, deleteSession } from "../server/access/sessions";
import { operation } from "./operation";
import { sessionCookie } from "./session-cookie";

export const sessionOperations = [
  operation({
    id: "testKey",
    method: "GET",
    path: "/test",
    summary: "Whether the key is good",
    scope: "any",
    answer: z.object({ ok: z.literal(true) }),
    run: async () => ({ ok: true as const }),
  }),
  operation({
    id: "createSession",
    method: "POST",
    path: "/session",
    summary: "Sign a browser in, by an API key or a one-time code",
    body: sessionCreate,
    errors: ["UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED"],
    headerNames: ["Set-Cookie"],
    example: () => ({ body: { code: "the-code-that-the-launcher-prints" } }),
    run: ({ body }) => createSession(body),
    headers: (token) => ({ "Set-Cookie": sessionCookie(token) }),
  }),
  operation({
    id: "deleteSession",
    method: "DELETE",
    path: "/session",
    summary: "Sign the browser out",
    scope: "any",
    headerNames: ["Set-Cookie"],
    run: ({ actor }) => deleteSession(actor),
    headers: () => ({ "Set-Cookie": sessionCookie(null) }),
  }),
] as const;
