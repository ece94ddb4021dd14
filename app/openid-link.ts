import type { OpenIdLinkProps } from "@/components/sign-in/openid-link";
import { openIdName, startPath } from "@/lib/server/access/openid-provider";
import { env } from "@/lib/server/env";

/**
 * The link that signs in by OpenID Connect and then opens `next`; null if that is not set up. It has the origin of
 * `APP_URL`, to which the provider sends the browser back, because cookies belong to one host.
 */
export function openIdLink(next: string): OpenIdLinkProps | null {
  const name = openIdName();
  if (name === null) return null;
  return { name, href: `${env.APP_URL}${startPath}?${new URLSearchParams({ next })}` };
}
