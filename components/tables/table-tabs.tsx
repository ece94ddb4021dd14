"use client";

import Link from "next/link";
import { useSelectedLayoutSegment } from "next/navigation";
import { useEffect, useRef } from "react";

interface TableTabsProps {
  databaseId: string;
  tables: readonly { id: string; name: string }[];
}

/** The tables of a database as links; scrolls sideways when there are many. */
export function TableTabs({ databaseId, tables }: TableTabsProps) {
  const segment = useSelectedLayoutSegment();
  const current = useRef<HTMLAnchorElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab is another one once the segment is
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [segment]);

  return (
    <nav
      aria-label="Tables"
      className="flex min-w-0 flex-1 self-stretch overflow-x-auto [scrollbar-width:thin]"
    >
      {tables.map(({ id, name }) => (
        <Link
          key={id}
          ref={id === segment ? current : undefined}
          href={`/database/${databaseId}/${id}`}
          aria-current={id === segment ? "page" : undefined}
          title={name}
          className="flex max-w-56 shrink-0 items-center border-transparent border-b-2 px-3 text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text"
        >
          <span className="truncate">{name}</span>
        </Link>
      ))}
    </nav>
  );
}
