"use client";

import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { hasPasskeys } from "./webauthn";

interface PasskeyButtonProps {
  /** The origin to which passkeys belong. */
  origin: string;
  isBusy: boolean;
  onClick: () => void;
}

/** Signs in with a passkey. Not shown where the browser offers none. */
export function PasskeyButton({ origin, isBusy, onClick }: PasskeyButtonProps) {
  const isOffered = useSyncExternalStore(
    () => () => {},
    () => hasPasskeys() && window.location.origin === origin,
    // Nearly all browsers offer them, so the page rarely changes once it is live.
    () => true,
  );
  if (!isOffered) return null;
  return (
    <Button disabled={isBusy} onClick={onClick}>
      Sign in with a passkey
    </Button>
  );
}
