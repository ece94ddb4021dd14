"use client";

import { Toolbar } from "@base-ui/react/toolbar";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { useIsLive } from "@/components/ui/use-is-live";

export interface ToolbarButtonProps
  extends Omit<ComponentProps<typeof Toolbar.Button>, "className" | "children"> {
  icon: LucideIcon;
  label: string;
  /** The order in which labels hide as the toolbar narrows, lowest first; 0 always, 3 is only shortened. */
  rank?: keyof typeof labelLooks;
  /** The number of settings and their singular noun, such as "condition". */
  count?: { readonly number: number; readonly of: string };
}

/** A toolbar button. Labels without room are visible to screen readers only. */
export function ToolbarButton({ icon: Icon, label, rank = 2, count, disabled, ...rest }: ToolbarButtonProps) {
  const isLive = useIsLive();
  const isOff = disabled || !isLive;
  const isSet = count !== undefined && count.number > 0;
  return (
    <Toolbar.Button
      title={label}
      className={`relative inline-flex h-8 ${rank === 3 ? "shrink-0 fit-least:min-w-14 fit-least:shrink" : "shrink-0"} items-center gap-1.5 rounded-md px-2 @max-md:px-1.5 @max-sm:px-1.25 text-dense whitespace-nowrap transition-colors hover:bg-hover data-popup-open:bg-hover ${isSet ? "text-accent" : "text-muted hover:text-text data-popup-open:text-text"}`}
      {...rest}
      // After the props of a trigger, which contain its own.
      disabled={isOff}
      aria-disabled={isOff}
    >
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={`max-w-48 truncate ${labelLooks[rank]}`}>{label}</span>
      {isSet && (
        <span className="rounded bg-accent-soft px-1 font-medium text-xs tabular-nums leading-4 fit-least:absolute fit-least:end-0 fit-least:top-0 fit-least:px-0.5 fit-least:leading-3.5">
          {count.number}
          <span className="sr-only"> {count.number === 1 ? count.of : `${count.of}s`}</span>
        </span>
      )}
    </Toolbar.Button>
  );
}

const labelLooks = {
  0: "sr-only",
  1: "fit-tools:sr-only",
  2: "fit-icons:sr-only",
  3: "fit-tools:max-w-28 @max-md:max-w-20",
};
