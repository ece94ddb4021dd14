"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { problemsOf } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { SignedIn } from "@/lib/contract/sessions";
import { dateTimeFormat } from "@/lib/field-types/intl";

const queryKey = ["sessions"];

/** The signed-in browsers, newest first, each with a button that signs it out. */
export function SessionList() {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { data: sessions, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api("GET /sessions", { signal })).sessions,
    retry: false,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null
        ? api("DELETE /sessions")
        : api("DELETE /sessions/{sessionId}", { params: { sessionId } }),
    onSuccess: (_, sessionId) => {
      toast.success(sessionId === null ? "All other browsers signed out" : "Browser signed out");
      list.current?.focus();
    },
    onError: (failure) => toast.error(failure.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <section aria-labelledby="sessions" className="mt-6 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="sessions" className="font-semibold text-base">
          Signed-in browsers
        </h2>
        <Button disabled={isPending || others.length === 0} onClick={() => setIsAsking(true)}>
          Sign out all other browsers
        </Button>
      </div>
      {error && (
        <Notice>{`The list of browsers couldn't be loaded. ${problemsOf(error)[""] ?? error.message}`}</Notice>
      )}
      {sessions && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Signed-in browsers"
          className="divide-y divide-border border-border border-y outline-none"
        >
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              value={session}
              isBusy={isPending}
              onEnd={() => mutate(session.id)}
            />
          ))}
        </ul>
      )}
      <Confirm
        open={isAsking}
        title="Sign out all other browsers?"
        description="People using them will have to sign in again. This browser stays signed in."
        words={{ confirm: "Sign out all", cancel: "Cancel" }}
        onConfirm={() => {
          setIsAsking(false);
          mutate(null);
        }}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  );
}

interface SessionItemProps {
  value: SignedIn;
  isBusy: boolean;
  onEnd: () => void;
}

function SessionItem({ value: { key, createdAt, expiresAt, isCurrent }, isBusy, onEnd }: SessionItemProps) {
  const who = key?.name ?? "Password, passkey or sign-in link";
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-dense">
      <span className="min-w-0 flex-1 basis-40 truncate" title={who}>
        {who}
      </span>
      <span className="text-muted">{`Signed in ${dayOf(createdAt)}, expires ${dayOf(expiresAt)}`}</span>
      <div className="-mx-3 flex">
        {isCurrent ? (
          <span className="px-3 text-muted">This browser</span>
        ) : (
          <Button
            look="quiet"
            disabled={isBusy}
            aria-label={`Sign out ${who}, signed in ${dayOf(createdAt)}`}
            onClick={onEnd}
          >
            Sign out
          </Button>
        )}
      </div>
    </li>
  );
}

function dayOf(moment: string): string {
  return dateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}
