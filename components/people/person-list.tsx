"use client";

import { useRef } from "react";
import { Loaded } from "@/components/forms/loaded";
import { PersonItem } from "./person-item";
import { usePeople } from "./use-people";

/** Everybody with an account, oldest first. */
export function PersonList({ ownId }: { ownId: string }) {
  const query = usePeople();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Loaded query={query} what="people">
      {(people) => (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="People"
          className="divide-y divide-border border-border border-y outline-none"
        >
          {people.map((person) => (
            <PersonItem
              key={person.id}
              value={person}
              isSelf={person.id === ownId}
              // The focused button disappears with its person.
              onRemoved={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
    </Loaded>
  );
}
