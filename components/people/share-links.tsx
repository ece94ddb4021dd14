"use client";

import { useRef, useState } from "react";
import { Loaded } from "@/components/forms/loaded";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import { type Share, shareCreate } from "@/lib/contract/shares";
import type { View } from "@/lib/contract/views";
import { ShareAddress } from "./share-address";
import { emptyDraft, toShareCreate } from "./share-draft";
import { ShareLinkForm } from "./share-link-form";
import { ShareLinkItem } from "./share-link-item";
import { shareWordsOf } from "./share-words";
import { useShares, useSharesChanged } from "./use-shares";

/** A view by its name. */
export type NamedView = Pick<View, "id" | "name" | "type">;

interface ShareLinksProps {
  readonly databaseId: string;
  readonly view: NamedView;
}

/** The links to a view, for people without an account. */
export function ShareLinks({ databaseId, view }: ShareLinksProps) {
  const words = shareWordsOf(view.type);
  const query = useShares(databaseId);
  const sharesChanged = useSharesChanged();
  const [isAdding, setIsAdding] = useState(false);
  /** A new link, which has its address only now. */
  const [shown, setShown] = useState<Share | null>(null);
  const section = useRef<HTMLElement>(null);

  function show(share: Share): void {
    setIsAdding(false);
    setShown(share);
    void sharesChanged();
  }
  /** Moves the focus to the section, as the focused element disappears. */
  function end(act: () => void): void {
    act();
    section.current?.focus();
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="share-links"
      className="flex flex-col gap-3 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="share-links" className="font-semibold text-sm">
            {words.heading}
          </h2>
          <p className="text-muted">{words.lead(view.name)}</p>
        </div>
        {!isAdding && <Button onClick={() => setIsAdding(true)}>New link</Button>}
      </div>
      {isAdding && (
        <ShareLinkForm
          label="New link"
          choices={words.choices}
          initial={emptyDraft}
          hasPassword={false}
          words={{ save: "Create link", saving: "Creating…" }}
          shape={shareCreate}
          bodyOf={(draft) => toShareCreate(draft, view.id)}
          send={(body) => api("POST /bases/{databaseId}/shares", { params: { databaseId }, body })}
          onSent={show}
          onCancel={() => end(() => setIsAdding(false))}
        />
      )}
      {shown?.url && (
        <ShareAddress
          key={shown.url}
          url={shown.url}
          icsUrl={shown.icsUrl}
          onDone={() => end(() => setShown(null))}
        />
      )}
      <Loaded query={query} what="links">
        {(shares) => {
          const ofView = shares.filter(({ viewId }) => viewId === view.id);
          if (ofView.length === 0) return null;
          return (
            <ul aria-labelledby="share-links" className="divide-y divide-border border-border border-t">
              {ofView.map((share) => (
                <ShareLinkItem
                  key={share.id}
                  value={share}
                  words={words}
                  onNewAddress={show}
                  onSwitchedOff={() => end(() => shown?.id === share.id && setShown(null))}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
