"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { ChoiceGroup, type NamedItem } from "@/components/forms/choice-group";
import { FormActions } from "@/components/forms/form-actions";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { api } from "@/lib/client/api";
import { invitationCreate, type ShownInvitation } from "@/lib/contract/people";
import type { Role } from "@/lib/contract/roles";
import { invitationLead } from "./invitation-lead";
import { installationRoleChoices, roleChoices } from "./role-words";
import { usePeopleChanged } from "./use-people";

/** Invites a person, and shows the link to pass on. */
export function InviteButton({ databases }: { databases: readonly NamedItem[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const peopleChanged = usePeopleChanged();
  return (
    <>
      <Button look="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        Invite
      </Button>
      <SecretDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Invite a person"
        what="link"
        label="Link"
      >
        {(show) => (
          <InviteForm
            databases={databases}
            onInvited={(invitation) => {
              show({ title: "Invitation", value: invitation.url, lead: invitationLead(invitation) });
              void peopleChanged();
            }}
            onCancel={() => setIsOpen(false)}
          />
        )}
      </SecretDialog>
    </>
  );
}

interface InviteFormProps {
  databases: readonly NamedItem[];
  onInvited: (invitation: ShownInvitation) => void;
  onCancel: () => void;
}

function InviteForm({ databases, onInvited, onCancel }: InviteFormProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("guest");
  const [roles, setRoles] = useState<{ readonly [databaseId: string]: Role | undefined }>({});
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: invitationCreate,
    body: () => ({
      ...(email.trim() !== "" && { email }),
      role: role as "guest" | "member",
      databases: Object.entries(roles).flatMap(([databaseId, own]) =>
        own ? [{ databaseId, role: own }] : [],
      ),
    }),
    send: (body) => api("POST /invitations", { body }),
    onSent: onInvited,
    isOnce: true,
  });
  const wrong = Object.keys(problems).find((path) => path.startsWith("databases"));
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        {problems[""] && <Notice>{problems[""]}</Notice>}
        <TextField
          label="E-mail (optional)"
          type="email"
          value={email}
          onChange={setEmail}
          error={problems.email}
          placeholder="Empty: anyone with the link can accept"
        />
        <SelectField
          label="Role"
          value={role}
          choices={installationRoleChoices.filter(({ value }) => value !== "owner")}
          onChange={setRole}
          error={problems.role}
        />
        {databases.length > 0 && (
          <ChoiceGroup
            what="database"
            legend="Databases"
            items={databases}
            isChosen={(id) => roles[id] !== undefined}
            error={wrong && problems[wrong]}
          >
            {({ id, name }) => (
              <div className="flex items-center gap-2 py-0.5 pe-1">
                <span aria-hidden className="min-w-0 flex-1 truncate text-dense" title={name}>
                  {name}
                </span>
                <SelectField
                  label={`Role in ${name}`}
                  hideLabel
                  value={roles[id] ?? ""}
                  choices={[noRole, ...roleChoices()]}
                  onChange={(next) => setRoles({ ...roles, [id]: next === "" ? undefined : (next as Role) })}
                  className="w-36"
                />
              </div>
            )}
          </ChoiceGroup>
        )}
      </div>
      <FormActions
        words={{ save: "Create invitation", saving: "Creating…" }}
        isBusy={isBusy}
        onCancel={onCancel}
        isFooter
      />
    </form>
  );
}

const noRole: Choice = { value: "", label: "No access" };
