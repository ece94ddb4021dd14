"use client";

import { optionStyle } from "@/components/fields/option-style";
import { useIsLive } from "@/components/ui/use-is-live";
import { type StarterChoice, starters } from "./starters";

interface StarterListProps {
  isBusy: boolean;
  onStart: (choice: StarterChoice) => void;
}

/** Templates and sample data for a new database. */
export function StarterList({ isBusy, onStart }: StarterListProps) {
  const isLive = useIsLive();
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {starters.map((choice) => (
        <li key={choice.name} className="min-w-0 last:odd:sm:col-span-2">
          <button
            type="button"
            disabled={isBusy || !isLive}
            onClick={() => onStart(choice)}
            className={`flex w-full items-center gap-3 rounded-lg border border-border bg-surface p-3 text-start transition-colors hover:border-border-strong hover:bg-hover ${isBusy ? "opacity-50" : ""}`}
          >
            <span
              aria-hidden
              className="flex size-9 shrink-0 items-center justify-center rounded-lg"
              style={optionStyle(choice.color)}
            >
              <choice.icon className="size-5" strokeWidth={1.75} />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{choice.name}</span>
              <span className="block text-pretty text-muted">{choice.description}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
