"use client";

import { holdIdentity } from "@/components/edits/signed-in-as";
import { buttonLook } from "@/components/ui/button-look";

export interface OpenIdLinkProps {
  /** The provider's name. */
  name: string;
  /** Redirects to the provider's own page. */
  href: string;
}

/** Signs in by OpenID Connect. Other tabs send no edits until the person is known. */
export function OpenIdLink({ name, href, verb = "Sign in" }: OpenIdLinkProps & { verb?: string }) {
  return (
    <a href={href} className={buttonLook("plain")} onClick={() => holdIdentity()}>
      {verb} with {name}
    </a>
  );
}
