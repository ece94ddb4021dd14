"use client";

import { Toolbar } from "@base-ui/react/toolbar";
import { UserRound } from "lucide-react";
import { useMay } from "@/components/rights/rights";
import { useOpenTable } from "@/components/tables/open-table";
import { hasSettings, writeSettings } from "@/lib/contract/view-settings";

/** Says that the view is shown by one's own settings, and ends that. */
export function OwnSettings() {
  const { own, resetOwn, saveOwn } = useOpenTable();
  const maySave = useMay("change-views");
  const isOwn = hasSettings(own);
  const isInLink = writeSettings(own) !== null;
  return (
    <>
      <span role="status" className={isOwn ? labelLook : "sr-only"}>
        {isOwn && (
          <>
            <UserRound aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {isInLink ? "Only for you" : "Only for you, not in the link"}
          </>
        )}
      </span>
      {isOwn && maySave && (
        <Toolbar.Button onClick={saveOwn} className={buttonLook}>
          Save to view
        </Toolbar.Button>
      )}
      {isOwn && (
        <Toolbar.Button onClick={resetOwn} className={buttonLook}>
          Reset
        </Toolbar.Button>
      )}
    </>
  );
}

const labelLook = "flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap ps-3 pe-1 text-dense text-muted";
const buttonLook =
  "h-8 shrink-0 rounded-md px-2 text-accent text-dense whitespace-nowrap transition-colors hover:bg-hover";
