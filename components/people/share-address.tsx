"use client";

import { useEffect, useRef, useState } from "react";
import { SecretField } from "@/components/forms/secret";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { onDemand } from "@/components/ui/on-demand";

const QrCode = onDemand(async () => (await import("@/components/ui/qr-code")).QrCode, {
  takesFocus: false,
  preload: "never",
});

interface ShareAddressProps {
  readonly url: string;
  /** The address of the calendar for other programs; null for links to other views. */
  readonly icsUrl: string | null;
  readonly onDone: () => void;
}

/** The address of a new link, to copy or to scan. It has the focus, because it cannot be shown again. */
export function ShareAddress({ url, icsUrl, onDone }: ShareAddressProps) {
  const input = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const [hasCode, setHasCode] = useState(false);
  useEffect(() => {
    input.current?.focus();
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section
      ref={section}
      aria-label="New link"
      className="flex flex-col gap-2 rounded-md bg-accent-soft p-3"
    >
      <p>Copy this link now. You won't be able to see it again.</p>
      <SecretField ref={input} value={url} label="Link" what="link" />
      {icsUrl !== null && (
        <>
          <SecretField value={icsUrl} label="Calendar feed" what="feed" />
          <p className="text-dense text-muted">
            Calendar apps can subscribe to the feed. They show its events and read them again from time to
            time.
          </p>
        </>
      )}
      {hasCode && <QrCode text={url} label="QR code of the link" />}
      <div className="flex flex-wrap gap-2">
        <a href={url} target="_blank" rel="noreferrer" className={buttonLook("plain")}>
          Open in a new tab
        </a>
        <Button aria-expanded={hasCode} onClick={() => setHasCode(!hasCode)}>
          {hasCode ? "Hide QR code" : "Show QR code"}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </section>
  );
}
