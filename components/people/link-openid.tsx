import { OpenIdLink, type OpenIdLinkProps } from "@/components/sign-in/openid-link";

interface LinkOpenIdProps {
  link: OpenIdLinkProps;
  /** The account's own address. */
  email: string | null;
  isLinked: boolean;
}

/** Links one's own account with one at the provider of OpenID Connect. */
export function LinkOpenId({ link, email, isLinked }: LinkOpenIdProps) {
  return (
    <section
      aria-labelledby="link-openid"
      className="flex max-w-sm flex-col items-start gap-4 border-border border-t pt-4"
    >
      <h2 id="link-openid" className="font-semibold text-base">
        Signing in with {link.name}
      </h2>
      <p className="text-pretty text-muted">{explanation(link.name, email, isLinked)}</p>
      {!isLinked && email !== null && <OpenIdLink {...link} verb="Link" />}
    </section>
  );
}

function explanation(name: string, email: string | null, isLinked: boolean): string {
  if (isLinked) return `Your account is linked. You can sign in with ${name}.`;
  if (email === null) return `To sign in with ${name}, first set the e-mail address that you use there.`;
  return `Link your account to sign in with ${name}. Your e-mail address there must be ${email}.`;
}
