import { ApiError } from "../../contract/errors";
import { env } from "../env";

/** The website that passkeys belong to, in the words of WebAuthn. */
export interface RelyingParty {
  /** A domain. */
  readonly id: string;
  /** The origin of the pages that may use them. */
  readonly origin: string;
}

/**
 * The relying party of an origin; null if browsers offer no passkeys there. They need a domain, not an IP address, and
 * HTTPS except at localhost.
 */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isLocal = /^([^.]+\.)*localhost$/.test(hostname);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return isAddress || (protocol !== "https:" && !isLocal) ? null : { id: hostname, origin };
}

/** The relying party of this installation; null if browsers offer no passkeys at its address. */
export function findRelyingParty(): RelyingParty | null {
  return relyingPartyOf(env.APP_URL);
}

/** The relying party of this installation. Throws a 409 if browsers offer no passkeys at its address. */
export function requireRelyingParty(): RelyingParty {
  const found = findRelyingParty();
  if (found) return found;
  throw new ApiError(
    "CONFLICT",
    `Browsers offer no passkeys at ${env.APP_URL}: they need an https address with a domain, or localhost.`,
  );
}
