import type { Mail } from "./send-mail";

interface InvitationMail {
  readonly to: string;
  readonly url: string;
  /** The name of the person who invites, if known. */
  readonly invitedBy: string | null;
}

export function invitationMail({ to, url, invitedBy }: InvitationMail): Mail {
  const who = invitedBy === null ? "You are invited" : `${oneLine(invitedBy)} invites you`;
  return {
    to,
    subject: `${who} to Rowhouse`,
    text: `${who} to work together in Rowhouse. To accept, open this link:

${url}

It works once, within seven days. If you did not expect it, ignore this message.
`,
  };
}

export function resetMail({ to, url }: Pick<InvitationMail, "to" | "url">): Mail {
  return {
    to,
    subject: "Choose a new password for Rowhouse",
    text: `To choose a new password, open this link:

${url}

It works once, within an hour. If you did not ask for it, ignore this message: your password stays as it is.
`,
  };
}

export function confirmationMail({ to, url }: Pick<InvitationMail, "to" | "url">): Mail {
  return {
    to,
    subject: "Confirm your e-mail address for Rowhouse",
    text: `To use this address for your account, open this link:

${url}

It works once, within an hour. If you did not ask for it, ignore this message: nothing changes.
`,
  };
}

/** Tells the earlier address of an account. */
export function emailChangedMail({ to, email }: { readonly to: string; readonly email: string }): Mail {
  return {
    to,
    subject: "Your e-mail address for Rowhouse has changed",
    text: `Your account now has the address ${email}. You sign in with it, and messages go there.

If you did not change it, ask an owner of this installation for help at once.
`,
  };
}

function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").trim();
}
