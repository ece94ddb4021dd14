import { Menu } from "@base-ui/react/menu";
import { Ellipsis, Pencil, Table2, Trash2 } from "lucide-react";
import { RightsProvider, usePersonId, useRights } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { MenuItem, MenuList } from "@/components/ui/menu";
import { PageLink } from "@/components/ui/page-link";
import type { DialogState } from "./base-dialog";
import { BaseIcon } from "./base-icon";
import { CopyItems, ExportBase } from "./copy-items";
import { agoText, type FoundBase, recordsText } from "./listed-base";

interface BaseCardProps {
  base: FoundBase;
  now: number;
  onOpenDialog: (dialog: DialogState) => void;
}

/** The number of tables that a card links to directly. */
const shownTables = 3;

/** A database with its tables. The whole card is a link to the database. */
export function BaseCard({ base, now, onOpenDialog }: BaseCardProps) {
  const { id, name, tables, changedAt, foundTables } = base;
  const shown = tables.slice(0, shownTables);
  const facts = [tablesText(tables.length), recordsText(tables)].filter(Boolean).join(" · ");
  return (
    <li className="group relative flex min-w-0 flex-col gap-3 rounded-xl border border-border bg-surface p-4 transition-[border-color,box-shadow] focus-within:border-border-strong hover:border-border-strong hover:shadow-[0_2px_8px_var(--edge)]">
      <div className="flex min-w-0 items-start gap-3">
        <BaseIcon id={id} name={name} />
        <PageLink
          href={`/database/${id}`}
          data-base={id}
          title={name}
          className="flex min-w-0 flex-1 flex-col outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          <span dir="auto" className="truncate font-semibold text-sm">
            {name}
          </span>
          <span className="truncate text-muted tabular-nums">{facts}</span>
        </PageLink>
        <CardActions base={base} onOpenDialog={onOpenDialog} />
      </div>
      <ul
        aria-label={`Tables of ${name}`}
        className="flex min-h-6 min-w-0 flex-wrap gap-1 empty:hidden sm:empty:flex"
      >
        {shown.map((table, at) => (
          <li key={table.id} className="flex min-w-0 max-w-full">
            <PageLink
              href={`/database/${id}/${table.id}`}
              title={table.name}
              className={`relative flex h-6 min-w-0 items-center gap-1 rounded-md px-1.5 text-xs hover:bg-hover hover:text-text ${at < foundTables ? "bg-accent-soft text-text" : "bg-background text-muted"}`}
            >
              <Table2 aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />
              <span dir="auto" className="max-w-40 truncate">
                {table.name}
              </span>
            </PageLink>
          </li>
        ))}
        {tables.length > shown.length && (
          <li className="flex h-6 items-center px-1 text-muted text-xs">{`+${tables.length - shown.length}`}</li>
        )}
      </ul>
      <p className="mt-auto text-muted text-xs">
        Updated <time dateTime={new Date(changedAt).toISOString()}>{agoText(changedAt, now)}</time>
      </p>
    </li>
  );
}

/** The menu of a database, by the rights of the person there. */
function CardActions(props: Pick<BaseCardProps, "base" | "onOpenDialog">) {
  return (
    <RightsProvider id={usePersonId()} actions={props.base.actions}>
      <AllowedActions {...props} />
    </RightsProvider>
  );
}

function AllowedActions({ base, onOpenDialog }: Pick<BaseCardProps, "base" | "onOpenDialog">) {
  const may = useRights();
  const mayChange = may("manage-database");
  const place = "relative -me-2 -mt-1.5";
  if (!mayChange && !may("duplicate-database")) {
    return may("export-database") ? <ExportBase base={base} className={place} /> : null;
  }
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        render={<IconButton icon={Ellipsis} label={`Options for ${base.name}`} className={place} />}
      />
      <MenuList align="end">
        {mayChange && (
          <MenuItem icon={Pencil} onClick={() => onOpenDialog({ what: "rename", base })}>
            Rename
          </MenuItem>
        )}
        <CopyItems databaseId={base.id} onDuplicate={() => onOpenDialog({ what: "duplicate", base })} />
        {mayChange && (
          <MenuItem icon={Trash2} look="danger" onClick={() => onOpenDialog({ what: "delete", base })}>
            Delete
          </MenuItem>
        )}
      </MenuList>
    </Menu.Root>
  );
}

function tablesText(count: number): string {
  if (count === 0) return "No tables";
  return count === 1 ? "1 table" : `${count} tables`;
}
