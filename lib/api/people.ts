import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import {
  accountPictureTypes,
  addedMember,
  confirmedEmail,
  emailConfirmation,
  invitation,
  invitationAccept,
  invitationCreate,
  invitationPreview,
  invitationToken,
  me,
  member,
  memberCreate,
  memberUpdate,
  meUpdate,
  passwordReset,
  passwordResetRequest,
  passwordResetUse,
  person,
  personUpdate,
  recoveryCodes,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorEnd,
  secondFactorSetup,
  shownInvitation,
} from "../contract/people";
import { basePlace, invitationPlace, memberPlace, personPlace } from "../contract/places";
import { queryShape } from "../contract/query";
import { getMe, updateMe } from "../server/access/account";
import { confirmEmail } from "../server/access/email-changes";
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  previewInvitation,
} from "../server/access/invitations";
import { addMember, listMembers, removeMember, updateMember } from "../server/access/members";
import { applyReset, createReset, requestReset } from "../server/access/password-resets";
import { listPeople, removePerson, updatePerson } from "../server/access/people";
import { openPicture } from "../server/access/pictures";
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from "../server/access/second-factor";
import { Bytes, operation } from "./operation";
import { sendFile } from "./send-file";
import { sessionCookies } from "./session-cookie";

const token = "the-token-in-the-link";

export const peopleOperations = [
  operation({
    id: "getMe",
    method: "GET",
    path: "/me",
    summary: "Get your account",
    action: "read-account",
    answer: me,
    run: ({ actor }) => getMe(actor),
  }),
  operation({
    id: "updateMe",
    method: "PATCH",
    path: "/me",
    summary: "Update your account",
    description:
      "A changed password signs out all other browsers. A changed e-mail address is confirmed by a link that is sent to it, if the server sends e-mail. Changing the e-mail address or password takes the `currentPassword`, if there is one.",
    action: "change-account",
    body: meUpdate,
    answer: me,
    errors: ["CONFLICT", "RATE_LIMITED"],
    example: () => ({ body: { name: "Ada Lovelace" } }),
    run: ({ actor, body, address }) => updateMe(actor, body, address),
  }),
  operation({
    id: "beginSecondFactor",
    method: "POST",
    path: "/me/second-factor",
    summary: "Begin to set up a second factor",
    description:
      "Returns a secret for an authenticator app (TOTP, six digits, thirty seconds). It takes effect once a code confirms it.",
    action: "change-account",
    showsSecret: true,
    body: secondFactorBegin,
    answer: secondFactorSetup,
    errors: ["CONFLICT", "RATE_LIMITED"],
    example: () => ({ body: { currentPassword: "correct horse battery" } }),
    run: ({ actor, body, address }) => beginSecondFactor(actor, body, address),
  }),
  operation({
    id: "confirmSecondFactor",
    method: "POST",
    path: "/me/second-factor/confirm",
    summary: "Turn the second factor on",
    description: "Takes a code of the app. From then on, signing in by password takes a code too.",
    action: "change-account",
    showsSecret: true,
    body: secondFactorConfirm,
    answer: recoveryCodes,
    errors: ["CONFLICT"],
    example: () => ({ body: { code: "123456" } }),
    run: ({ actor, body }) => confirmSecondFactor(actor, body),
  }),
  operation({
    id: "endSecondFactor",
    method: "POST",
    path: "/me/second-factor/off",
    summary: "Turn the second factor off",
    action: "change-account",
    body: secondFactorEnd,
    answer: deletion,
    errors: ["CONFLICT", "RATE_LIMITED"],
    example: () => ({ body: { currentPassword: "correct horse battery", code: "123456" } }),
    run: async ({ actor, body, address }) => {
      await endSecondFactor(actor, body, address);
      return deleted;
    },
  }),
  operation({
    id: "listPeople",
    method: "GET",
    path: "/people",
    summary: "List people with their roles",
    description: "For owners of the installation. Includes deactivated people.",
    action: "manage-people",
    answer: z.object({ people: z.array(person) }),
    run: async () => ({ people: await listPeople() }),
  }),
  operation({
    id: "updatePerson",
    method: "PATCH",
    path: "/people/{personId}",
    summary: "Change a person's role, or deactivate them",
    description:
      "Takes effect within a second. Deactivating ends all sessions of the person; their keys stop working until they are activated again. The last active owner stays: a 409.",
    action: "manage-people",
    params: personPlace,
    body: personUpdate,
    answer: person,
    errors: ["CONFLICT"],
    example: () => ({ body: { role: "member" } }),
    run: ({ actor, params, body }) => updatePerson(actor, params, body),
  }),
  operation({
    id: "deletePerson",
    method: "DELETE",
    path: "/people/{personId}",
    summary: "Remove a person",
    description:
      "Ends their sessions, keys and roles for good. What they made stays, under their name. The last owner of the installation or of a database cannot be removed: a 409.",
    action: "manage-people",
    params: personPlace,
    answer: deletion,
    errors: ["CONFLICT"],
    run: async ({ actor, params }) => {
      await removePerson(actor, params);
      return deleted;
    },
  }),
  operation({
    id: "getPicture",
    method: "GET",
    path: "/people/{personId}/picture",
    summary: "Get the picture of a person",
    description: "Takes the address in an account or a list of members.",
    action: "use-session",
    params: personPlace,
    query: queryShape({
      version: z.string().max(100).optional().describe("Tells one picture from the next."),
    }),
    answer: z.instanceof(Bytes),
    mediaTypes: accountPictureTypes,
    requestHeaders: ["If-None-Match", "If-Range", "Range"],
    headerNames: ["ETag", "Accept-Ranges"],
    errors: ["RANGE_NOT_SATISFIABLE"],
    run: async ({ params, request }) => {
      const { bytes, mimeType, hash } = await openPicture(params);
      return sendFile(
        {
          size: bytes.length,
          tag: `"${hash}"`,
          headers: { "Content-Type": mimeType, "Cache-Control": "private, max-age=86400" },
          read: (part) => new Blob([part ? bytes.subarray(part.start, part.end + 1) : bytes]).stream(),
        },
        request,
      );
    },
  }),
  operation({
    id: "createPasswordReset",
    method: "POST",
    path: "/people/{personId}/reset",
    summary: "Create a link to choose a new password",
    description:
      "Pass the link on to the person, to whom it is also sent if the server sends e-mail. It works once within an hour, and ends earlier links. Using it signs out all browsers of the person.",
    action: "manage-people",
    showsSecret: true,
    params: personPlace,
    answer: passwordReset,
    status: 201,
    errors: ["CONFLICT"],
    run: ({ actor, params }) => createReset(actor, params),
    headers: (_, { params }) => ({ Location: `/api/v1/people/${params.personId}` }),
  }),
  operation({
    id: "requestPasswordReset",
    method: "POST",
    path: "/password-resets",
    summary: "Ask for a link to choose a new password",
    description:
      "Sends a link to the person with this e-mail address, if there is one; at most one in ten minutes. The response is the same for every address. Takes ten requests in ten minutes from one network address. On a server that sends no e-mail, a 409.",
    action: null,
    body: passwordResetRequest,
    bodyBytes: 4_096,
    errors: ["CONFLICT", "RATE_LIMITED"],
    example: () => ({ body: { email: "grace@example.com" } }),
    run: ({ body, address }) => requestReset(body, address),
  }),
  operation({
    id: "usePasswordReset",
    method: "POST",
    path: "/password-resets/use",
    summary: "Choose a new password by a link",
    description:
      "Takes the token at the end of the link. Signs all browsers of the person out, and this one in unless the account has a second factor.",
    action: null,
    body: passwordResetUse,
    bodyBytes: 4_096,
    errors: ["UNAUTHORIZED", "RATE_LIMITED"],
    example: () => ({ body: { token, password: "correct horse battery" } }),
    run: ({ body, address }) => applyReset(body, address),
    cookies: (session) => (session === null ? [] : sessionCookies(session)),
  }),
  operation({
    id: "confirmEmail",
    method: "POST",
    path: "/email-confirmations",
    summary: "Confirm a changed e-mail address by a link",
    description:
      "Takes the token at the end of the link that was sent to the new address. The account has the address from then on, and the earlier one is told.",
    action: null,
    body: emailConfirmation,
    bodyBytes: 4_096,
    answer: confirmedEmail,
    errors: ["UNAUTHORIZED", "CONFLICT", "RATE_LIMITED"],
    example: () => ({ body: { token } }),
    run: ({ body, address }) => confirmEmail(body, address),
  }),
  operation({
    id: "listInvitations",
    method: "GET",
    path: "/invitations",
    summary: "List open invitations",
    description: "Your own ones; all, for owners of the installation.",
    action: "invite",
    answer: z.object({ invitations: z.array(invitation) }),
    run: async ({ actor }) => ({ invitations: await listInvitations(actor) }),
  }),
  operation({
    id: "createInvitation",
    method: "POST",
    path: "/invitations",
    summary: "Invite a person",
    description:
      "The response shows the link, which cannot be shown again; it works once within seven days. It is also sent to `email` if the server sends e-mail. Owners of the installation may invite anybody, members only guests into databases they own.",
    action: "invite",
    showsSecret: true,
    body: invitationCreate,
    answer: shownInvitation,
    status: 201,
    example: ({ base }) => ({
      body: {
        email: "grace@example.com",
        role: "guest",
        databases: [{ databaseId: base.id, role: "editor" }],
      },
    }),
    run: ({ actor, body }) => createInvitation(actor, body),
    headers: ({ id }) => ({ Location: `/api/v1/invitations/${id}` }),
  }),
  operation({
    id: "deleteInvitation",
    method: "DELETE",
    path: "/invitations/{invitationId}",
    summary: "Withdraw an invitation",
    action: "invite",
    params: invitationPlace,
    answer: deletion,
    run: async ({ actor, params }) => {
      await deleteInvitation(actor, params);
      return deleted;
    },
  }),
  operation({
    id: "previewInvitation",
    method: "POST",
    path: "/invitations/preview",
    summary: "Show an invitation by its token",
    description: "For the page that accepts it.",
    action: null,
    body: invitationToken,
    bodyBytes: 4_096,
    answer: invitationPreview,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    example: () => ({ body: { token } }),
    run: ({ body, address }) => previewInvitation(body, address),
  }),
  operation({
    id: "acceptInvitation",
    method: "POST",
    path: "/invitations/accept",
    summary: "Accept an invitation",
    description:
      "Creates an account, or adds the roles to the account of the e-mail address, whose password is then required. Signs the browser in.",
    action: null,
    body: invitationAccept,
    bodyBytes: 4_096,
    errors: ["UNAUTHORIZED", "NOT_FOUND", "CONFLICT", "RATE_LIMITED"],
    example: () => ({ body: { token, name: "Grace Hopper", password: "correct horse battery" } }),
    run: ({ body, address }) => acceptInvitation(body, address),
    cookies: sessionCookies,
  }),
  operation({
    id: "listMembers",
    method: "GET",
    path: "/bases/{databaseId}/members",
    summary: "List the people with a role in a database",
    description:
      "E-mail addresses are shown to owners. Owners of the installation, who may do everything, are listed only with a role of their own.",
    action: "read",
    params: basePlace,
    answer: z.object({ members: z.array(member) }),
    run: async ({ actor, params }) => ({ members: await listMembers(actor, params) }),
  }),
  operation({
    id: "addMember",
    method: "POST",
    path: "/bases/{databaseId}/members",
    summary: "Give a person a role in a database",
    description:
      "An e-mail address without an account becomes an invitation, whose link is shown once. A person who has a role already gets the new one.",
    action: "manage-members",
    showsSecret: true,
    params: basePlace,
    body: memberCreate,
    answer: addedMember,
    status: 201,
    errors: ["CONFLICT"],
    example: () => ({ body: { email: "grace@example.com", role: "editor" } }),
    run: ({ actor, params, body }) => addMember(actor, params, body),
    headers: (_, { params }) => ({ Location: `/api/v1/bases/${params.databaseId}/members` }),
  }),
  operation({
    id: "updateMember",
    method: "PATCH",
    path: "/bases/{databaseId}/members/{personId}",
    summary: "Change a person's role in a database",
    description: "Takes effect within a second. The last owner cannot be lowered: a 409.",
    action: "manage-members",
    params: memberPlace,
    body: memberUpdate,
    answer: member,
    errors: ["CONFLICT"],
    example: () => ({ body: { role: "viewer" } }),
    run: ({ actor, params, body }) => updateMember(actor, params, body),
  }),
  operation({
    id: "removeMember",
    method: "DELETE",
    path: "/bases/{databaseId}/members/{personId}",
    summary: "Withdraw a person's role in a database",
    description: "Takes effect within a second. The last owner cannot be removed: a 409.",
    action: "manage-members",
    params: memberPlace,
    answer: deletion,
    errors: ["CONFLICT"],
    run: async ({ actor, params }) => {
      await removeMember(actor, params);
      return deleted;
    },
  }),
] as const;
