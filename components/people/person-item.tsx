"use client";

import { useMutation } from "@tanstack/react-query";
import type * as z from "zod";
import { Button } from "@/components/ui/button";
import { Day, Fact } from "@/components/ui/fact";
import { nameOfPerson } from "@/components/ui/name-of-person";
import { SelectField } from "@/components/ui/select-field";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { Person, personUpdate } from "@/lib/contract/people";
import type { InstallationRole } from "@/lib/contract/roles";
import { RemoveButton } from "./remove-button";
import { ResetButton } from "./reset-button";
import { installationRoleChoices, installationRoleWords } from "./role-words";
import { usePeopleChanged } from "./use-people";

interface PersonItemProps {
  value: Person;
  /** True for the signed-in person, who can't lower or remove themselves here. */
  isSelf: boolean;
  onRemoved: () => void;
}

/** The details and actions of a person. */
export function PersonItem({ value, isSelf, onRemoved }: PersonItemProps) {
  const { id: personId, email, role, isActive, databases, createdAt } = value;
  const who = nameOfPerson(value);
  const peopleChanged = usePeopleChanged();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (body: z.input<typeof personUpdate>) =>
      api("PATCH /people/{personId}", { params: { personId }, body }),
    onError: (error) => toast.error(error.message),
    onSettled: peopleChanged,
  });
  const shownRole = (isPending && variables.role) || role;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 className="min-w-0 flex-1 basis-40 truncate font-semibold text-sm" title={who}>
          {isSelf ? `${who} (you)` : who}
        </h2>
        {!isSelf && (
          <div className="-mx-3 flex">
            <ResetButton personId={personId} who={who} />
            <Button
              look="quiet"
              disabled={isPending}
              aria-label={`${isActive ? "Deactivate" : "Activate"} ${who}`}
              onClick={() => mutate({ isActive: !isActive })}
            >
              {isActive ? "Deactivate" : "Activate"}
            </Button>
            <RemoveButton
              label={`Remove ${who}`}
              title={`Remove “${who}”?`}
              description="Their browsers are signed out, and their keys and roles end for good. What they made stays, under their name."
              remove={() => api("DELETE /people/{personId}", { params: { personId } })}
              onRemoved={() => {
                toast.success(`“${who}” was removed`);
                onRemoved();
              }}
            />
          </div>
        )}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
        <Fact label="E-mail">{email ?? "None"}</Fact>
        <Fact label="Role">
          {isSelf ? (
            installationRoleWords[role].label
          ) : (
            <SelectField
              label={`Role of ${who}`}
              hideLabel
              value={shownRole}
              choices={installationRoleChoices}
              onChange={(next) => mutate({ role: next as InstallationRole })}
              className="max-w-32"
            />
          )}
        </Fact>
        <Fact label="Databases">{role === "owner" ? "All" : databases.length}</Fact>
        <Fact label="Status" isAlarming={!isActive}>
          {isActive ? "Active" : "Deactivated"}
        </Fact>
        <Fact label="Since">
          <Day moment={createdAt} />
        </Fact>
      </dl>
    </li>
  );
}
