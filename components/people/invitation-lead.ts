import type { ShownInvitation } from "@/lib/contract/people";

/** Says what to do with the link of an invitation. */
export function invitationLead({ email, isMailed }: ShownInvitation): string {
  if (email === null) {
    return "Send this link to the person to invite. Anyone who has it can accept, once, within seven days.";
  }
  return isMailed
    ? `This link is on its way to ${email}. It works once, within seven days.`
    : `Send this link to ${email}. It works once, within seven days.`;
}
