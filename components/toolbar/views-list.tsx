"use client";

import { Menu } from "@base-ui/react/menu";
import { Ellipsis, Lock, LockOpen, Plus, UserRound, UsersRound } from "lucide-react";
import { useState } from "react";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { copyName } from "@/components/forms/free-name";
import { NameDialog } from "@/components/forms/name-dialog";
import type { Exported } from "@/components/open-table/download-export";
import { ExportButton, ExportSubmenu, PrintItem } from "@/components/open-table/export-menu";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePanels } from "@/components/open-table/panels";
import { useMay } from "@/components/rights/rights";
import { useViewer } from "@/components/rights/viewer";
import type { Anchor } from "@/components/ui/anchor";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { MenuItem } from "@/components/ui/menu";
import { PageLink } from "@/components/ui/page-link";
import { SiblingMenu } from "@/components/ui/sibling-menu";
import { SortableList } from "@/components/ui/sortable-list";
import { showsRecords } from "@/lib/contract/view-types";
import type { View } from "@/lib/contract/views";
import { NewView } from "./new-view";
import type { ToolbarViewTypes } from "./tools";
import { TypeSubmenu } from "./type-submenu";
import { useViewActions } from "./use-view-actions";

export interface ViewsProps {
  readonly types: ToolbarViewTypes;
}

type DialogState =
  | { readonly what: "rename" | "duplicate" | "delete"; readonly view: View }
  | { readonly what: "create" };

export function Views({ types }: ViewsProps) {
  const { databaseId, table, view: current, own } = useOpenTable();
  const exportOf = ({ id: viewId }: View): Exported => ({
    place: { databaseId, tableId: table.id },
    viewId,
    ...(viewId === current.id && { own }),
  });
  const mayChange = useMay("change-views");
  const actions = useViewActions();
  const { trashDays } = useViewer();
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const taken = table.views.map(({ name }) => name);
  const done = () => setDialog(null);
  return (
    <>
      <nav aria-label="Views" className="min-h-0 overflow-y-auto px-1.5 py-1">
        {mayChange ? (
          <SortableList
            label="Views"
            items={table.views}
            onSort={(views, { item, to }) => actions.move(item, { to, views })}
          >
            {(view, index) => (
              <>
                <ViewLink view={view} types={types} />
                <ViewMenu
                  types={types}
                  view={view}
                  place={{ index, count: table.views.length }}
                  exported={exportOf(view)}
                  onDo={(what) => setDialog({ what, view })}
                  onMove={(to) => actions.move(view, { to, views: moved(table.views, index, to) })}
                />
              </>
            )}
          </SortableList>
        ) : (
          <ul aria-label="Views" className="pb-1.5">
            {table.views.map((view) => (
              <li key={view.id} className="flex">
                <ViewLink view={view} types={types} />
                {showsRecords(view.type) && <ExportButton name={view.name} {...exportOf(view)} />}
              </li>
            ))}
          </ul>
        )}
      </nav>
      {mayChange && (
        <div className="p-1.5">
          <Button look="quiet" data-view="new" onClick={() => setDialog({ what: "create" })}>
            <Plus aria-hidden className="size-4" />
            New view
          </Button>
        </div>
      )}
      {dialog?.what === "create" && <NewView types={types} anchor={rowOf("new")} onClose={done} />}
      {dialog?.what === "duplicate" && (
        <NameDialog
          title={`Duplicate “${dialog.view.name}”`}
          anchor={rowOf(dialog.view.id)}
          name={copyName(dialog.view.name, taken)}
          words={{ save: "Duplicate view", saving: "Duplicating…" }}
          onSave={(name) => actions.create(name, unlocked(dialog.view))}
          onClose={done}
        />
      )}
      {dialog?.what === "rename" && (
        <NameDialog
          title={`Rename “${dialog.view.name}”`}
          anchor={rowOf(dialog.view.id)}
          name={dialog.view.name}
          words={{ save: "Rename", saving: "Renaming…" }}
          onSave={(name) => actions.rename(dialog.view, name)}
          onClose={done}
        />
      )}
      {dialog?.what === "delete" && (
        <DeleteDialog
          title={`Delete the view “${dialog.view.name}”?`}
          description={`Its filter, sorts and other settings move to the trash for ${trashDays} days. The records stay.`}
          onDelete={() => actions.remove(dialog.view)}
          onClose={done}
        />
      )}
    </>
  );
}

function ViewLink({ view, types }: { view: View; types: ToolbarViewTypes }) {
  const { databaseId, table, view: current } = useOpenTable();
  const { openPanel } = usePanels();
  const Icon = types[view.type].icon;
  return (
    <PageLink
      href={`/database/${databaseId}/${table.id}/${view.id}`}
      data-view={view.id}
      aria-current={view.id === current.id ? "page" : undefined}
      onClick={() => openPanel(null)}
      className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <span dir="auto" className="truncate" title={view.name}>
        {view.name}
      </span>
      {view.ownerId !== undefined && (
        <UserRound
          role="img"
          aria-label="Personal"
          className="size-3.5 shrink-0 text-muted"
          strokeWidth={1.75}
        />
      )}
      {view.config.isLocked && (
        <Lock role="img" aria-label="Locked" className="size-3.5 shrink-0 text-muted" strokeWidth={1.75} />
      )}
    </PageLink>
  );
}

/** The row of a view in the panel, or the button for a new one. */
function rowOf(view: string): Anchor {
  return () => document.querySelector(`[data-view="${CSS.escape(view)}"]`);
}

interface ViewMenuProps {
  types: ToolbarViewTypes;
  view: View;
  place: { index: number; count: number };
  exported: Exported;
  onDo: (what: "rename" | "duplicate" | "delete") => void;
  onMove: (to: number) => void;
}

function ViewMenu({ types, view, place, exported, onDo, onMove }: ViewMenuProps) {
  const { lock, own } = useViewActions();
  const isPersonal = view.ownerId !== undefined;
  const mayLock = useMay("lock-views");
  const { isLocked } = view.config;
  const isExportable = showsRecords(view.type);
  if (isLocked && !mayLock) return isExportable && <ExportButton name={view.name} {...exported} />;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={<IconButton icon={Ellipsis} label={`Options for ${view.name}`} />} />
      <SiblingMenu place={place} direction="down" align="end" keepsLast onDo={onDo} onMove={onMove}>
        <TypeSubmenu types={types} view={view} />
        {mayLock && (
          <MenuItem icon={isLocked ? LockOpen : Lock} onClick={() => void lock(view, !isLocked)}>
            {isLocked ? "Unlock" : "Lock"}
          </MenuItem>
        )}
        <MenuItem icon={isPersonal ? UsersRound : UserRound} onClick={() => void own(view, !isPersonal)}>
          {isPersonal ? "Show to everybody" : "Make personal"}
        </MenuItem>
        {isExportable && <ExportSubmenu {...exported} />}
        <PrintItem viewId={view.id} />
      </SiblingMenu>
    </Menu.Root>
  );
}

function unlocked({ type, config, ownerId }: View) {
  return { type, config: { ...config, isLocked: false }, isPersonal: ownerId !== undefined };
}

function moved(views: readonly View[], from: number, to: number): View[] {
  return views.toSpliced(from, 1).toSpliced(to, 0, ...views.slice(from, from + 1));
}
