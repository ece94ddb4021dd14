"use client";

import { useRef } from "react";
import { Loaded } from "@/components/forms/loaded";
import type { Key } from "@/lib/contract/keys";
import { KeyItem } from "./key-item";
import type { Reach } from "./reach";
import { useKeys } from "./use-keys";

interface KeyListProps {
  reach: Reach;
  /** The id of the signed-in person. */
  ownId: string;
}

/** All keys, oldest first. */
export function KeyList(props: KeyListProps) {
  const query = useKeys();
  return (
    <Loaded query={query} what="keys">
      {(keys) => <Keys keys={keys} {...props} />}
    </Loaded>
  );
}

function Keys({ keys, reach, ownId }: KeyListProps & { keys: readonly Key[] }) {
  const list = useRef<HTMLUListElement>(null);
  if (keys.length === 0) {
    return (
      <p className="border-border border-y py-8 text-muted">
        There is no key yet. Programs need one to call the API.
      </p>
    );
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="API keys"
      className="divide-y divide-border border-border border-y outline-none"
    >
      {keys.map((key) => (
        // The focused button disappears with its key.
        <KeyItem
          key={key.id}
          value={key}
          reach={reach}
          isOwn={key.person.id === ownId}
          onRevoked={() => list.current?.focus()}
        />
      ))}
    </ul>
  );
}
