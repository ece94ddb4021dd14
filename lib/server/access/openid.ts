import { limits } from "../../contract/limits";
import { nextPath } from "../../contract/next-path";
import { prisma } from "../db";
import { change } from "../log/changes";
import { shareRateLimit } from "../workers/shared-limits";
import { signInByAccount } from "./openid-people";
import { OpenIdError, redeemResponse, requestAccount } from "./openid-provider";
import { hashOf, mintedSecret, mintSecret } from "./secrets";
import type { NewSession } from "./sessions";

/** Minutes that a person may spend at the provider. */
export const openIdMinutes = 10;

const starts = shareRateLimit("openid from", { tokens: limits.openIdStartsPerAddress, seconds: 60 });

/** A longer path is not worth storing for callers who are not signed in. */
const maxNext = 2_000;

/** Begins a sign-in: the URL of the provider's page, and the token that only this browser gets, as a cookie. */
export async function startOpenId(
  next: string | undefined,
  address: string,
): Promise<{ readonly url: string; readonly token: string }> {
  // Each stores a row.
  if (!(await starts.take(address)).allowed) throw new OpenIdError("busy");
  const { url, state, nonce, verifier } = await requestAccount();
  const token = mintSecret();
  const path = nextPath(next);
  await change(() =>
    prisma().openIdRequest.create({
      data: {
        hash: hashOf(token),
        state: hashOf(state),
        nonce,
        verifier,
        next: path.length <= maxNext ? path : "/",
        expiresAt: new Date(Date.now() + openIdMinutes * 60_000),
      },
    }),
  );
  return { url, token };
}

/** A browser that returns from the provider. */
interface Returning {
  /** The query string of the provider's response. */
  readonly search: string;
  /** From the cookie. */
  readonly token: string | undefined;
  /** The person whom the browser is signed in as already, by more than a key. */
  readonly signedInAs: string | null;
}

/** Ends a sign-in: a new session, and the path to open. Each works once, and only in the browser that began. */
export async function finishOpenId({
  search,
  token,
  signedInAs,
}: Returning): Promise<{ readonly session: NewSession; readonly next: string }> {
  const state = new URLSearchParams(search).get("state") ?? "";
  const request = await takeRequest(token, state);
  if (!request) throw new OpenIdError("expired");
  const account = await redeemResponse(search, { ...request, state });
  return { session: await signInByAccount(account, signedInAs), next: request.next };
}

/** Uses up a request by deleting it: of two concurrent responses, only one succeeds. Null for any other token or state. */
async function takeRequest(token: string | undefined, state: string) {
  if (token === undefined || !mintedSecret.test(token)) return null;
  const hash = hashOf(token);
  const known = { hash, state: hashOf(state), expiresAt: { gt: new Date() } };
  return change(async () => {
    const request = await prisma().openIdRequest.findFirst({ where: known });
    const { count } = await prisma().openIdRequest.deleteMany({ where: known });
    return count === 1 ? request : null;
  });
}
