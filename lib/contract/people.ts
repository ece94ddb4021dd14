import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { textUpTo } from "../field-types/text";
import { databaseId, personId, timestamp } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { installationRoles, roles } from "./roles";

const role = z.enum(roles);
const installationRole = z.enum(installationRoles);

/** An e-mail address; upper and lower case do not matter. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: "is too long for an e-mail address" })
  .pipe(z.email({ error: "is not an e-mail address" }));

export const minPasswordLength = 10;

/** A new password. The server also refuses the most common ones. */
export const newPassword = z
  .string()
  .min(minPasswordLength, { error: `must have at least ${minPasswordLength} characters` })
  .max(256, { error: "must have at most 256 characters" });

/** A password as entered to sign in. */
export const givenPassword = z.string().max(256, { error: "must have at most 256 characters" });

const secret = textUpTo(100);

/** Types of pictures that browsers show and that cannot hold scripts. */
export const accountPictureTypes = ["image/png", "image/jpeg", "image/webp"] as const;

/** Maximum size of a picture's data URL in characters: about 150 kB in base64. */
export const maxPictureLength = 200_000;

const picture = z
  .string()
  .nullable()
  .describe("The address of the picture, for browsers that are signed in and for keys; null without one.");

const givenPicture = z
  .string()
  .max(maxPictureLength, { error: `takes at most ${maxPictureLength.toLocaleString("en")} characters` })
  .regex(/^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+=*$/, {
    error: "takes a picture as a data URL, such as data:image/png;base64,…",
  })
  .nullable()
  .describe("A square picture as a data URL (PNG, JPEG or WebP); null removes it.");

/** The caller's own account. */
export const me = z
  .object({
    id: personId,
    name: z.string().nullable(),
    picture,
    email: z.string().nullable(),
    newEmail: z
      .string()
      .nullable()
      .describe("An address that replaces `email` once the link sent to it is opened; null without one."),
    role: installationRole,
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    createdAt: timestamp,
  })
  .describe("Your account.");
export type Me = z.infer<typeof me>;

/** Omitted keys stay unchanged. */
export const meUpdate = z
  .strictObject({
    name,
    picture: givenPicture,
    email: email.describe(
      "On a server that sends e-mail, the address changes once the link sent to it is opened. The current address cancels a change.",
    ),
    password: newPassword.describe("Signs out all other browsers."),
    currentPassword: givenPassword.describe(
      "Required to change the e-mail address or password, if there is one.",
    ),
  })
  .partial();
export type MeUpdate = z.output<typeof meUpdate>;

/** A code of the authenticator app, or a recovery code. */
export const givenCode = z.string().max(40, { error: "must have at most 40 characters" });

export const secondFactorBegin = z.strictObject({ currentPassword: givenPassword });

/** The secret for an authenticator app, in both forms that it takes. */
export const secondFactorSetup = z.object({
  secret: z.string().describe("To type into the app."),
  url: z.string().describe("To show as a QR code, which the app scans."),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;

export const secondFactorConfirm = z.strictObject({ code: givenCode });

export const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe("Each replaces a code of the app once. Shown only once."),
});
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const secondFactorEnd = z.strictObject({ currentPassword: givenPassword, code: givenCode });

const givenRole = z.object({ databaseId, role });

/** A role in a database. */
export const grant = z.strictObject({ databaseId: z.string(), role });
export type Grant = z.output<typeof grant>;

export const person = z
  .object({
    id: personId,
    name: z.string().nullable(),
    email: z.string().nullable(),
    role: installationRole,
    isActive: z.boolean(),
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    createdAt: timestamp,
    databases: z.array(givenRole),
  })
  .describe("A person of this installation.");
export type Person = z.infer<typeof person>;

export const personUpdate = z
  .strictObject({
    role: installationRole,
    isActive: z.boolean(),
    hasSecondFactor: z
      .literal(false)
      .describe("Turns it off, for somebody who has lost phone and recovery codes."),
  })
  .partial();
export type PersonUpdate = z.output<typeof personUpdate>;

/** A person, where only id and name matter. */
export const namedPerson = z.object({ id: personId, name: z.string().nullable() });
export type NamedPerson = z.infer<typeof namedPerson>;

export const invitation = z
  .object({
    id: z.uuid(),
    email: z.string().nullable().describe("null if anybody with the link may accept."),
    role: installationRole,
    databases: z.array(givenRole),
    invitedBy: namedPerson.nullable(),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .describe("An invitation that was not accepted yet.");
export type Invitation = z.infer<typeof invitation>;

export const shownInvitation = invitation
  .extend({
    url: z.url().describe("The link to accept it, shown only once."),
    isMailed: z.boolean().describe("True if the link is also sent to `email`."),
  })
  .describe("An invitation with its link.");
export type ShownInvitation = z.infer<typeof shownInvitation>;

export const invitationCreate = z.strictObject({
  email: email.optional().describe("Without it, anybody with the link may accept."),
  role: z.enum(["member", "guest"]),
  databases: listUpTo(limits.databasesPerKey, "databases", z.array(grant)).default([]),
});
export type InvitationCreate = z.output<typeof invitationCreate>;

export const invitationToken = z.strictObject({ token: secret });

/** The invitation of a token, for the page that accepts it. */
export const invitationPreview = z.object({
  email: z.string().nullable(),
  role: installationRole,
  invitedBy: z.string().nullable().describe("The name of the person who invited."),
  databases: z.array(z.object({ name: z.string(), role })),
});
export type InvitationPreview = z.infer<typeof invitationPreview>;

export const invitationAccept = z.strictObject({
  token: secret,
  name: name.optional().describe("Required for a new account."),
  email: email.optional().describe("Required if the invitation has none."),
  password: givenPassword.describe("The password of the account, or that of the new one."),
  code: givenCode.optional().describe("Of the second factor, for an account that has one."),
});
export type InvitationAccept = z.output<typeof invitationAccept>;

/** A link to choose a new password, for a person who cannot sign in. */
export const passwordReset = z.object({
  url: z.url().describe("Shown only once; works once."),
  isMailed: z.boolean().describe("True if the link is also sent to the person."),
  expiresAt: timestamp,
});
export type PasswordReset = z.infer<typeof passwordReset>;

export const passwordResetRequest = z.strictObject({ email });
export type PasswordResetRequest = z.output<typeof passwordResetRequest>;

export const passwordResetUse = z.strictObject({ token: secret, password: newPassword });
export type PasswordResetUse = z.output<typeof passwordResetUse>;

export const emailConfirmation = z.strictObject({ token: secret });
export type EmailConfirmation = z.output<typeof emailConfirmation>;

export const confirmedEmail = z
  .object({ email: z.string() })
  .describe("The address that an account has now.");
export type ConfirmedEmail = z.infer<typeof confirmedEmail>;

export const member = z
  .object({
    personId,
    name: z.string().nullable(),
    email: z.string().nullable().describe("null for callers who do not own the database."),
    picture,
    role,
  })
  .describe("A person with a role in the database.");
export type Member = z.infer<typeof member>;

export const memberCreate = z
  .strictObject({ personId: z.string(), email, role })
  .partial({ personId: true, email: true })
  .refine(({ personId: id, email: address }) => (id === undefined) !== (address === undefined), {
    error: "takes either personId or email",
  });
export type MemberCreate = z.output<typeof memberCreate>;

export const memberUpdate = z.strictObject({ role });
export type MemberUpdate = z.output<typeof memberUpdate>;

/** One of both: a person, or the invitation of an e-mail address without an account. */
export const addedMember = z.object({ member: member.nullable(), invitation: shownInvitation.nullable() });
export type AddedMember = z.infer<typeof addedMember>;
