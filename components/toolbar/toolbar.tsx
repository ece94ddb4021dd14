"use client";

import { Toolbar as Base } from "@base-ui/react/toolbar";
import { useEffect, useMemo } from "react";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { panelNames, usePanels } from "@/components/open-table/panels";
import { useMaySave } from "@/components/open-table/use-view";
import { IfAllowed } from "@/components/rights/rights";
import { showsRecords } from "@/lib/contract/view-types";
import { ApiButton, ApiPanel } from "./api-panel";
import { OfferNew } from "./offer-new";
import { OwnSettings, OwnSettingsLine } from "./own-settings";
import { PanelHandlesProvider } from "./panel";
import { PeopleHere } from "./people-here";
import type { Search } from "./search";
import { SearchBox } from "./search-box";
import { ShareButton, SharePanel } from "./share-panel";
import { type ToolbarViewTypes, toolsOf } from "./tools";
import { UndoButtons } from "./undo-buttons";
import { useFit } from "./use-fit";
import { ViewsButton, ViewsPanel } from "./views-panel";

export interface ToolbarProps {
  readonly types: ToolbarViewTypes;
  /** The listing that the view shows. */
  readonly listing: RecordListing;
  /** True while another listing loads. */
  readonly isPending: boolean;
  /** True while changes of the view wait for an unreachable server. */
  readonly isHeldUp: boolean;
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
}

/** Edits a view's settings, which are saved at once or apply only to the person. */
export function Toolbar({ types, listing, isPending, isHeldUp, search, onSearch }: ToolbarProps) {
  const { view } = useOpenTable();
  const maySave = useMaySave(view);
  const tools = useMemo(() => toolsOf(types[view.type], maySave), [types, view.type, maySave]);
  const { showNames } = usePanels();
  const { frame, row } = useFit();
  useEffect(() => {
    const names = new Set<string>(tools.map(({ name }) => name));
    showNames(panelNames.filter((name) => name === "views" || names.has(name)));
  }, [tools, showNames]);
  return (
    <PanelHandlesProvider>
      <div
        ref={frame}
        data-fit="unknown"
        className="@container relative shrink-0 border-border border-b bg-surface"
      >
        <Base.Root
          ref={row}
          aria-label="View"
          className="flex h-10 items-center gap-0.5 overflow-x-auto px-1.5 [scrollbar-width:none]"
        >
          <IfAllowed action="read">
            <ViewsButton types={types} />
            <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-border @max-sm:hidden" />
          </IfAllowed>
          {tools.map(({ name, Button }) => (
            <Button key={name} />
          ))}
          <OwnSettings />
          <span role="status" className="min-w-0 flex-1 truncate px-2 text-danger empty:px-0">
            {isHeldUp && "The view is not saved yet: the server can't be reached. Trying again…"}
          </span>
          {showsRecords(view.type) && <UndoButtons />}
          {showsRecords(view.type) && <SearchBox listing={listing} search={search} onSearch={onSearch} />}
          <IfAllowed action="read">
            <PeopleHere />
            <ApiButton />
            <ShareButton />
          </IfAllowed>
        </Base.Root>
        <OwnSettingsLine />
        <IfAllowed action="read">
          <ViewsPanel types={types} />
          <OfferNew types={types} />
          <ApiPanel />
          <SharePanel />
        </IfAllowed>
        {tools.map(({ name, Panel }) => Panel && <Panel key={name} />)}
        {isPending && (
          <div
            role="progressbar"
            aria-label="Loading records"
            className="absolute inset-x-0 -bottom-px z-10 h-0.5 animate-pulse bg-accent"
          />
        )}
      </div>
    </PanelHandlesProvider>
  );
}
