"use client";

import { useRef, useSyncExternalStore } from "react";
import { problemsOf } from "@/components/forms/problems";
import { hasPasskeys } from "@/components/sign-in/webauthn";
import { Notice } from "@/components/ui/notice";
import type { Me } from "@/lib/contract/people";
import { AddPasskeyButton } from "./add-passkey-button";
import { PasskeyItem } from "./passkey-item";
import { usePasskeys } from "./use-passkeys";

interface PasskeysProps {
  me: Me;
  /** The origin to which passkeys belong; null if there are none at the address of this server. */
  origin: string | null;
}

/** The passkeys of one's own account, each with its actions. */
export function Passkeys({ me, origin }: PasskeysProps) {
  const { data: passkeys, error } = usePasskeys();
  const section = useRef<HTMLElement>(null);
  const obstacle = useObstacle(origin);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="passkeys"
      className="flex flex-col gap-4 border-border border-t pt-4 outline-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="passkeys" className="font-semibold text-base">
          Passkeys
        </h2>
        {obstacle === null && <AddPasskeyButton me={me} passkeys={passkeys ?? []} />}
      </div>
      <p className="max-w-prose text-pretty text-muted">
        Sign in with your fingerprint, face or PIN instead of your password and code.
      </p>
      {obstacle !== null && <p className="max-w-prose text-pretty">{obstacle}</p>}
      {error && (
        <Notice>{`The list of passkeys couldn't be loaded. ${problemsOf(error)[""] ?? error.message}`}</Notice>
      )}
      {passkeys && passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-border border-border border-y">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} value={passkey} focusOnceRemoved={section} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Explains why this page can't add a passkey; null if it can. */
function useObstacle(origin: string | null): string | null {
  return useSyncExternalStore(
    () => () => {},
    () => obstacleOf(origin),
    () => (origin === null ? obstacleOf(origin) : null),
  );
}

function obstacleOf(origin: string | null): string | null {
  if (origin === null) {
    return "Browsers offer no passkeys at this server's address. They need an https address with a domain, or localhost.";
  }
  if (window.location.origin !== origin) {
    return `Passkeys belong to ${origin}. Open Rowhouse there to add one.`;
  }
  return hasPasskeys() ? null : "This browser can't create passkeys. Update it, or use another one.";
}
