/** Reasons why signing in by OpenID Connect failed, as the sign-in page explains them. */
export const openIdProblems = {
  unreachable: (provider) =>
    `The server of ${provider} can't be reached. Try again in a minute, or sign in in another way.`,
  busy: () => "There were too many sign-ins from your network address. Try again in a minute.",
  expired: (provider) =>
    `This sign-in with ${provider} took longer than ten minutes, or another tab has finished or replaced it. Try again.`,
  declined: (provider) => `You were not signed in with ${provider}. Try again.`,
  invalid: (provider) =>
    `The response of ${provider} is not valid. Try again. If it fails again, tell the person who runs this server.`,
  unverified: (provider) =>
    `Signing in with ${provider} takes a verified e-mail address. Verify yours there, then try again.`,
  unknown: (provider) =>
    `You have no account here yet. Ask an owner for an invitation to the e-mail address that you use with ${provider}.`,
  deactivated: () => "Your account is deactivated. Ask an owner of this installation to activate it.",
  unlinked: (provider) =>
    `There is already an account with your e-mail address. Sign in to it in another way, then link it with ${provider} on the page “Account”.`,
} as const satisfies { readonly [code: string]: (provider: string) => string };

export type OpenIdProblem = keyof typeof openIdProblems;

/** The sentence of a problem's code; undefined for any other text. */
export function openIdProblemOf(code: unknown, provider: string): string | undefined {
  return isProblem(code) ? openIdProblems[code](provider) : undefined;
}

function isProblem(code: unknown): code is OpenIdProblem {
  return typeof code === "string" && Object.hasOwn(openIdProblems, code);
}
