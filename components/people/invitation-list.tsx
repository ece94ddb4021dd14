"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { NamedItem } from "@/components/forms/choice-group";
import { Loaded } from "@/components/forms/loaded";
import { Button } from "@/components/ui/button";
import { Day } from "@/components/ui/fact";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { Invitation } from "@/lib/contract/people";
import { installationRoleWords, roleWords } from "./role-words";
import { useInvitations, usePeopleChanged } from "./use-people";

interface InvitationListProps {
  databases: readonly NamedItem[];
}

/** All open invitations, newest first. */
export function InvitationList({ databases }: InvitationListProps) {
  const query = useInvitations();
  const nameOf = (id: string) => databases.find((each) => each.id === id)?.name ?? "a deleted database";
  return (
    <Section className="mt-6 text-base">
      {(end) => (
        <Loaded query={query} what="invitations">
          {(invitations) =>
            invitations.length === 0 ? (
              <p className="text-dense text-muted">There are no open invitations.</p>
            ) : (
              <Invitations
                {...end}
                invitations={invitations}
                rolesOf={(invitation) => [
                  installationRoleWords[invitation.role].label,
                  ...invitation.databases.map(
                    ({ databaseId, role }) => `${roleWords[role].label} of ${nameOf(databaseId)}`,
                  ),
                ]}
              />
            )
          }
        </Loaded>
      )}
    </Section>
  );
}

/** The open invitations to a database; nothing if there are none. */
export function InvitationsTo({ databaseId }: { databaseId: string }) {
  const { data = [] } = useInvitations();
  const rolesIn = ({ databases }: Invitation) =>
    databases.filter((each) => each.databaseId === databaseId).map(({ role }) => roleWords[role].label);
  const invitations = data.filter((invitation) => rolesIn(invitation).length > 0);
  if (invitations.length === 0) return null;
  return (
    <Section className="text-sm">
      {(end) => <Invitations {...end} invitations={invitations} rolesOf={rolesIn} />}
    </Section>
  );
}

interface End {
  isBusy: boolean;
  withdraw: (invitationId: string) => void;
}

function Section({ className, children }: { className: string; children: (end: End) => ReactNode }) {
  const section = useRef<HTMLElement>(null);
  const peopleChanged = usePeopleChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: (invitationId: string) =>
      api("DELETE /invitations/{invitationId}", { params: { invitationId } }),
    onSuccess() {
      toast.success("Invitation withdrawn");
      // The focused button disappears with its invitation.
      section.current?.focus();
    },
    onError: (error) => toast.error(error.message),
    onSettled: peopleChanged,
  });
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="invitations"
      className={`flex flex-col gap-4 outline-none ${className}`}
    >
      <h2 id="invitations" className="font-semibold">
        Open invitations
      </h2>
      {children({ isBusy: isPending, withdraw: mutate })}
    </section>
  );
}

interface InvitationsProps extends End {
  invitations: readonly Invitation[];
  rolesOf: (invitation: Invitation) => readonly string[];
}

function Invitations({ invitations, rolesOf, isBusy, withdraw }: InvitationsProps) {
  return (
    <ul aria-labelledby="invitations" className="divide-y divide-border border-border border-y">
      {invitations.map((invitation) => {
        const who = invitation.email ?? "Anyone with the link";
        const by = invitation.invitedBy?.name;
        return (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-dense">
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate font-medium" title={who}>
                {who}
              </p>
              <p className="break-words text-muted">{rolesOf(invitation).join(", ")}</p>
            </div>
            <div className="-me-3 flex flex-wrap items-center gap-x-1 text-muted">
              <span>
                {by ? `Invited by ${by}, expires ` : "Expires "}
                <Day moment={invitation.expiresAt} />
              </span>
              <Button
                look="quiet"
                disabled={isBusy}
                aria-label={`Withdraw the invitation of ${who}`}
                onClick={() => withdraw(invitation.id)}
              >
                Withdraw
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
