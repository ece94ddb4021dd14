/** Says what to do with the link of an invitation. */
export function invitationLead(email: string | null): string {
  return email === null
    ? "Send this link to the person to invite. Anyone who has it can accept, once, within seven days."
    : `Send this link to ${email}. It works once, within seven days.`;
}
