"use client";

import { useState } from "react";
import { Loaded } from "@/components/forms/loaded";
import { SecretField } from "@/components/forms/secret";
import { useForm } from "@/components/forms/use-form";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { nameOfPerson } from "@/components/ui/name-of-person";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import { memberCreate, type ShownInvitation } from "@/lib/contract/people";
import type { Role } from "@/lib/contract/roles";
import { showsRecords } from "@/lib/contract/view-types";
import { invitationLead } from "./invitation-lead";
import { InvitationsTo } from "./invitation-list";
import { roleChoices } from "./role-words";
import { type NamedView, ShareLinks } from "./share-links";
import { ShareMember } from "./share-member";
import { useMembers, usePeopleChanged } from "./use-people";

/** The links to a view, and the people with a role in its database, which its owners can change. */
export function ShareForm({ databaseId, view }: { databaseId: string; view: NamedView }) {
  const mayShare = useMay("share-views");
  const links = mayShare && <ShareLinks key="links" databaseId={databaseId} view={view} />;
  const isForm = !showsRecords(view.type);
  const people = <People key="people" databaseId={databaseId} hasHeading={isForm} />;
  // Forms are for people without access to the database.
  const parts = isForm ? [links, people] : [people, links];
  return (
    <div className="flex min-h-0 flex-col gap-4 divide-y divide-border overflow-y-auto p-4 *:not-last:pb-4">
      {parts}
    </div>
  );
}

function People({ databaseId, hasHeading }: { databaseId: string; hasHeading: boolean }) {
  const mayManage = useMay("manage-members");
  const mayInvite = useMay("invite");
  const query = useMembers(databaseId);
  return (
    <section aria-label={heading} className="flex flex-col gap-4">
      {hasHeading && <h2 className="font-semibold text-sm">{heading}</h2>}
      {mayManage ? (
        <AddMember databaseId={databaseId} />
      ) : (
        <p className="text-muted">Only owners of this database can add people and change roles.</p>
      )}
      <Loaded query={query} what="members">
        {(members) => (
          <ul
            id={membersId}
            tabIndex={-1}
            aria-label="Members"
            className="divide-y divide-border border-border border-y outline-none"
          >
            {members.map((member) => (
              <ShareMember
                key={member.personId}
                databaseId={databaseId}
                value={member}
                mayManage={mayManage}
                // The focused button disappears with its member.
                onRemoved={() => document.getElementById(membersId)?.focus()}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {mayManage && mayInvite && <InvitationsTo databaseId={databaseId} />}
      <p className="text-muted">Owners of this installation can open and change every database.</p>
    </section>
  );
}

const membersId = "members";
const heading = "People with access to this database";

/** Adds a person by their e-mail address. One without an account is invited, by a link to pass on. */
function AddMember({ databaseId }: { databaseId: string }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("editor");
  const [invitation, setInvitation] = useState<ShownInvitation | null>(null);
  const peopleChanged = usePeopleChanged();
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: memberCreate,
    body: () => ({ email, role }),
    send: (body) => api("POST /bases/{databaseId}/members", { params: { databaseId }, body }),
    onSent(added) {
      if (added.member) toast.success(`“${nameOfPerson(added.member)}” has access now`);
      setInvitation(added.invitation);
      setEmail("");
      ref.current?.querySelector("input")?.focus();
      void peopleChanged();
    },
  });
  return (
    <>
      <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-2">
        {problems[""] && <Notice>{problems[""]}</Notice>}
        <div className="flex flex-wrap items-start gap-2">
          <TextField
            label="E-mail"
            type="email"
            value={email}
            onChange={setEmail}
            error={problems.email}
            className="flex-1 basis-48"
          />
          <SelectField
            label="Role"
            value={role}
            choices={roleChoices()}
            onChange={(next) => setRole(next as Role)}
            className="w-32"
          />
          <Button look="primary" type="submit" disabled={isBusy} className="mt-6">
            {isBusy ? "Adding…" : "Add"}
          </Button>
        </div>
      </form>
      {invitation && (
        <div role="status" className="flex flex-col gap-2 rounded-md bg-accent-soft p-3">
          <p>{`There is no account with this e-mail address yet. ${invitationLead(invitation)}`}</p>
          <SecretField key={invitation.id} value={invitation.url} label="Invitation link" what="link" />
        </div>
      )}
    </>
  );
}
