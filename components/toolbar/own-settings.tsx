"use client";

import { Toolbar } from "@base-ui/react/toolbar";
import { UserRound } from "lucide-react";
import type { ComponentType } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { panelNames } from "@/components/open-table/panels";
import { useMaySave } from "@/components/open-table/use-view";
import { useIsLive } from "@/components/ui/use-is-live";
import { hasSettings, writeSettings } from "@/lib/contract/view-settings";
import { triggerId } from "./panel";

/** The controls for own settings, among the toolbar's buttons if there is room. */
export function OwnSettings() {
  return (
    <div className="flex items-center fit-lines:hidden">
      <Parts Button={BarButton} />
    </div>
  );
}

/** These controls on a separate line, for a narrow toolbar. */
export function OwnSettingsLine() {
  return (
    <div className="hidden items-center px-1.5 fit-lines:flex">
      <Parts Button={LineButton} />
    </div>
  );
}

/** A note that the person's own settings apply, with buttons to reset or save them. */
function Parts({ Button }: { Button: ComponentType<ButtonProps> }) {
  const { own, view, resetOwn, saveOwn } = useOpenTable();
  const maySave = useMaySave(view);
  const isOwn = hasSettings(own);
  const words = writeSettings(own) === null ? "Only for you (too long for a link)" : "Only for you";
  return (
    <>
      <span role="status" className={isOwn ? labelLook : "sr-only"}>
        {isOwn && (
          <>
            <UserRound aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {words}
          </>
        )}
      </span>
      {isOwn && maySave && <Button onClick={() => end(saveOwn)}>Save to view</Button>}
      {isOwn && <Button onClick={() => end(resetOwn)}>Reset</Button>}
    </>
  );
}

/** Moves the focus to a neighbour, as the pressed button disappears. */
function end(act: () => void): void {
  act();
  for (const name of panelNames) {
    const button = document.getElementById(triggerId(name));
    if (!button) continue;
    button.focus();
    return;
  }
}

interface ButtonProps {
  readonly onClick: () => void;
  readonly children: string;
}

function BarButton(props: ButtonProps) {
  const isOff = !useIsLive();
  return <Toolbar.Button className={buttonLook} disabled={isOff} aria-disabled={isOff} {...props} />;
}

function LineButton(props: ButtonProps) {
  return <button type="button" className={buttonLook} disabled={!useIsLive()} {...props} />;
}

const labelLook = "flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap px-2 text-dense text-muted";
const buttonLook =
  "h-8 shrink-0 rounded-md px-2 text-accent text-dense whitespace-nowrap transition-colors hover:bg-hover";
