"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Portrait } from "@/components/fields/portrait";
import { usePersonId } from "@/components/rights/rights";
import { nameOfPerson } from "@/components/ui/name-of-person";
import { SelectField } from "@/components/ui/select-field";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { Member } from "@/lib/contract/people";
import type { Role } from "@/lib/contract/roles";
import { RemoveButton } from "./remove-button";
import { roleChoices, roleWords } from "./role-words";
import { usePeopleChanged } from "./use-people";

interface ShareMemberProps {
  databaseId: string;
  value: Member;
  mayManage: boolean;
  onRemoved: () => void;
}

/** A member of a database, with controls for owners. */
export function ShareMember({ databaseId, value, mayManage, onRemoved }: ShareMemberProps) {
  const { personId, email, role } = value;
  const router = useRouter();
  const peopleChanged = usePeopleChanged();
  const isSelf = usePersonId() === personId;
  const who = nameOfPerson(value);
  const params = { databaseId, personId };
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: Role) =>
      api("PATCH /bases/{databaseId}/members/{personId}", { params, body: { role: next } }),
    // The page shows what the person may do.
    onSuccess: () => isSelf && router.refresh(),
    onError: (error) => toast.error(error.message),
    onSettled: peopleChanged,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
      <Portrait personId={personId} name={who} className="size-7 font-semibold text-[11px]" />
      <div className="min-w-0 flex-1 basis-40 text-dense">
        <p className="truncate font-medium" title={who}>
          {isSelf ? `${who} (you)` : who}
        </p>
        {email !== null && email !== who && (
          <p className="truncate text-muted" title={email}>
            {email}
          </p>
        )}
      </div>
      {mayManage ? (
        <div className="-me-3 flex">
          <SelectField
            label={`Role of ${who}`}
            hideLabel
            value={isPending ? variables : role}
            choices={roleChoices(role)}
            onChange={(next) => mutate(next as Role)}
            className="w-32"
          />
          <RemoveButton
            label={`Remove ${who}`}
            title={isSelf ? "Leave this database?" : `Remove “${who}” from this database?`}
            description={
              isSelf
                ? "You lose access to it at once."
                : "They lose access to it within a second. What they made stays."
            }
            remove={() => api("DELETE /bases/{databaseId}/members/{personId}", { params })}
            onRemoved={isSelf ? () => window.location.assign("/") : onRemoved}
          />
        </div>
      ) : (
        <span className="text-dense text-muted">{roleWords[role].label}</span>
      )}
    </li>
  );
}
