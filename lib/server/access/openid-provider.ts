import * as openid from "openid-client";
import * as z from "zod";
import { name as personName } from "../../contract/names";
import type { OpenIdProblem } from "../../contract/openid";
import { email as emailAddress } from "../../contract/people";
import { env } from "../env";
import { fetchOut } from "../http/outgoing";
import { logger } from "../logger";
import { reasonOf } from "../reason-of";

/** A sign-in that failed for a reason that the person is told. */
export class OpenIdError extends Error {
  constructor(readonly problem: OpenIdProblem) {
    super(`signing in by OpenID Connect failed: ${problem}`);
  }
}

/** An account at the provider, as it was authenticated just now. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null unless the provider has verified it. */
  readonly email: string | null;
  readonly name: string | null;
}

/** The secrets of one sign-in, which its response must match. */
export interface Expected {
  readonly nonce: string;
  readonly verifier: string;
}

/** Sends a browser to the provider. */
export const startPath = "/api/v1/openid/start";
/** The path to which the provider sends browsers back. */
export const callbackPath = "/api/v1/openid/callback";

export function isOpenIdOn(): boolean {
  return env.OIDC_ISSUER !== undefined;
}

/** The provider's name; null if signing in by OpenID Connect is not set up. */
export function openIdName(): string | null {
  return isOpenIdOn() ? (env.OIDC_NAME ?? "single sign-on") : null;
}

/** Creates the URL of the provider's sign-in page, and the secrets that its response must match. */
export async function requestAccount(): Promise<Expected & { readonly url: string; readonly state: string }> {
  const provider = await findProvider();
  const [state, nonce, verifier] = [
    openid.randomState(),
    openid.randomNonce(),
    openid.randomPKCECodeVerifier(),
  ];
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: env.APP_URL + callbackPath,
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, state, nonce, verifier };
}

/**
 * Redeems the code in a response of the provider. Checks issuer, state, nonce, audience, signature and expiry; `state` is
 * the one that was sent.
 */
export async function redeemResponse(
  search: string,
  { state, nonce, verifier }: Expected & { readonly state: string },
): Promise<ProviderAccount> {
  const provider = await findProvider();
  try {
    const tokens = await openid.authorizationCodeGrant(
      provider,
      new URL(callbackPath + search, env.APP_URL),
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    );
    const idToken = tokens.claims();
    if (!idToken) throw new OpenIdError("invalid");
    const { iss: issuer, sub: subject } = idToken;
    // Many providers tell the e-mail address only in a separate response. All claims are from the same one.
    const isComplete = idToken.email !== undefined && idToken.email_verified !== undefined;
    const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined;
    const told =
      isComplete || !hasMore ? idToken : await openid.fetchUserInfo(provider, tokens.access_token, subject);
    const { email, email_verified, name } = claims.parse(told);
    return {
      issuer,
      subject: subjectText.parse(subject),
      email: email_verified === true ? email : null,
      name,
    };
  } catch (error) {
    throw problemOf(error);
  }
}

/** At most as long as the standard allows, which a database index can hold. */
const subjectText = z
  .string()
  .max(255)
  .regex(/^\P{Cc}+$/u);

/** The claims about the person. Those that are not valid count as missing. */
const claims = z.object({
  email: emailAddress.nullable().catch(null),
  email_verified: z.unknown().optional(),
  name: personName.nullable().catch(null),
});

/** Seconds until the provider counts as unreachable. */
const timeout = 10;
/** Endpoints of a provider change rarely. */
const discoveredForMs = 3_600_000;

let discovered: { readonly at: number; readonly provider: Promise<openid.Configuration> } | undefined;

/** Discovers the provider when it is first needed, and again after a failure or an hour. */
async function findProvider(): Promise<openid.Configuration> {
  const now = performance.now();
  if (!discovered || now - discovered.at > discoveredForMs) {
    discovered = { at: now, provider: discover() };
  }
  const used = discovered;
  try {
    return await used.provider;
  } catch (error) {
    if (discovered === used) discovered = undefined;
    logger.warn({ reason: reasonOf(error) }, "the OpenID provider was not discovered");
    throw new OpenIdError("unreachable");
  }
}

function discover(): Promise<openid.Configuration> {
  const { OIDC_ISSUER: issuer = "", OIDC_CLIENT_ID: clientId = "", OIDC_CLIENT_SECRET: secret = "" } = env;
  return openid.discovery(new URL(issuer), clientId, undefined, authenticateBy(secret), {
    timeout,
    [openid.customFetch]: fetchOut,
    execute: [
      // Without it, the library relies on HTTPS for the ID token to be genuine.
      openid.enableNonRepudiationChecks,
      ...(issuer.startsWith("http:") ? [openid.allowInsecureRequests] : []),
    ],
  });
}

/** Sends the secret in the way that the standard has as default, unless the provider supports only the other. */
function authenticateBy(secret: string): openid.ClientAuth {
  const [byHeader, byBody] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
    (methods.includes("client_secret_basic") ? byHeader : byBody)(server, ...rest);
  };
}

/** The error that the person is told. Logs the reason, without the tokens that errors of the library carry. */
function problemOf(error: unknown): OpenIdError {
  if (error instanceof OpenIdError) return error;
  logger.warn({ reason: reasonOf(error) }, "a response of the OpenID provider was refused");
  if (error instanceof openid.AuthorizationResponseError) return new OpenIdError("declined");
  // `fetch` throws a TypeError if there is no connection.
  const isOffline = error instanceof TypeError && error.message === "fetch failed";
  const isDown = error instanceof openid.ClientError && codesOfOutages.includes(error.code ?? "");
  return new OpenIdError(isOffline || isDown ? "unreachable" : "invalid");
}

/** No response in time, or one with a status that OAuth does not have, such as a 503. */
const codesOfOutages = ["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM"];
