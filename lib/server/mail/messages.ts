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

function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").trim();
}
