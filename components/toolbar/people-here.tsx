"use client";

import { Menu } from "@base-ui/react/menu";
import { Toolbar } from "@base-ui/react/toolbar";
import { Link2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { tablePath } from "@/components/open-table/known-tables";
import { type OpenTable, useOpenTable } from "@/components/open-table/open-table";
import { useMembers } from "@/components/people/use-people";
import { Avatar } from "@/components/presence/avatar";
import { goToCell } from "@/components/presence/go-to-cell";
import { usePeopleHere, useVisitorsHere } from "@/components/presence/people-here";
import { counted } from "@/components/tasks/counted";
import { MenuItem, MenuList } from "@/components/ui/menu";
import { nameOfPerson } from "@/components/ui/name-of-person";
import type { PresentPerson } from "@/lib/contract/presence";

/** The others who have the database open: people as avatars with a menu to go where they are, visitors as a number. */
export function PeopleHere() {
  const { databaseId } = useOpenTable();
  const people = usePeopleHere(databaseId);
  const visitors = useVisitorsHere(databaseId);
  useMembers(databaseId, people.length > 0);
  const chosen = useRef<() => void>(undefined);
  if (people.length + visitors === 0) return null;
  const visitorsText = visitors > 0 ? [counted(visitors, "visitor")] : [];
  const names = new Intl.ListFormat("en").format([...people.map(nameOfPerson), ...visitorsText]);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (isOpen) chosen.current = undefined;
      }}
      // An open menu would take the focus from the cell.
      onOpenChangeComplete={(isOpen) => !isOpen && chosen.current?.()}
    >
      <Menu.Trigger render={<Toolbar.Button className={buttonLook} />}>
        <span className="sr-only">{`People here: ${names}`}</span>
        <Avatars people={people} visitors={visitors} names={names} />
      </Menu.Trigger>
      <MenuList align="end" finalFocus={() => !chosen.current}>
        {people.map((person) => (
          <PersonItem
            key={person.personId}
            person={person}
            onChoose={(go) => {
              chosen.current = go;
            }}
          />
        ))}
        {visitorsText.map((text) => (
          <p key="visitors" className="flex items-center gap-2 px-2 py-1.5 text-dense text-muted">
            <VisitorsIcon />
            {`${text} of shared links`}
          </p>
        ))}
      </MenuList>
    </Menu.Root>
  );
}

const buttonLook =
  "flex h-8 shrink-0 items-center rounded-md px-1.5 @max-md:px-1 @max-sm:px-0 hover:bg-hover data-popup-open:bg-hover";

interface AvatarsProps {
  readonly people: readonly PresentPerson[];
  readonly visitors: number;
  readonly names: string;
}

/** Up to four avatars and the number of the others; a single one with the number of all if the toolbar is narrow. */
function Avatars({ people, visitors, names }: AvatarsProps) {
  const open = useOpenTable();
  const shown = people.slice(0, maxAvatars);
  const more = people.length - shown.length;
  return (
    <span aria-hidden>
      <span className="flex items-center gap-0.5 fit-tools:hidden">
        {shown.map((person) => (
          <Avatar key={person.personId} person={person} title={textOf(person, open)} />
        ))}
        {more > 0 && <span className="px-0.5 font-medium text-muted text-xs tabular-nums">{`+${more}`}</span>}
        {visitors > 0 && (
          <span className="flex items-center gap-1 pe-1" title={counted(visitors, "visitor")}>
            <VisitorsIcon />
            <span className="font-medium text-muted text-xs tabular-nums">{visitors}</span>
          </span>
        )}
      </span>
      <span className="relative hidden fit-tools:block" title={names}>
        {people.slice(0, 1).map((person) => (
          <Avatar key={person.personId} person={person} />
        ))}
        {people.length === 0 && <VisitorsIcon />}
        {people.length + visitors > 1 && <span className={badgeLook}>{people.length + visitors}</span>}
      </span>
    </span>
  );
}

/** Stands for the visitors of shared links, in the size of an avatar. */
function VisitorsIcon() {
  return (
    <span className="flex size-6 items-center justify-center rounded-full bg-hover text-muted">
      <Link2 aria-hidden className="size-3.5" />
    </span>
  );
}

const maxAvatars = 4;

const badgeLook =
  "absolute -end-1.5 -bottom-1.5 min-w-3.5 rounded-full bg-text px-0.5 text-center font-semibold text-[10px] text-surface leading-3.5 tabular-nums";

interface PersonItemProps {
  readonly person: PresentPerson;
  readonly onChoose: (go: () => void) => void;
}

function PersonItem({ person, onChoose }: PersonItemProps) {
  const open = useOpenTable();
  const go = useGoTo(person, open);
  return (
    <MenuItem disabled={!go} onClick={() => go && onChoose(go)}>
      <span className="flex items-center gap-2">
        <Avatar person={person} />
        <span className="min-w-0 truncate">{textOf(person, open)}</span>
      </span>
    </MenuItem>
  );
}

/** The way to where a person is; undefined if the open table is all there is to see. */
function useGoTo({ at }: PresentPerson, { databaseId, table }: OpenTable): (() => void) | undefined {
  const router = useRouter();
  const { tableId, cell } = at;
  if (tableId !== table.id) return () => router.push(tablePath(databaseId, { id: tableId }));
  return cell ? () => goToCell(cell) : undefined;
}

/** Says who somebody is, and where, such as “Ada Lovelace, in Deals: Price”. */
function textOf(person: PresentPerson, { table, tables }: OpenTable): string {
  const { tableId, cell } = person.at;
  const open = tables.find(({ id }) => id === tableId);
  const field = tableId === table.id ? table.fields.find(({ id }) => id === cell?.fieldId) : undefined;
  const place = open && `, in ${open.name}${field ? `: ${field.name}` : ""}`;
  return `${nameOfPerson(person)}${place ?? ""}`;
}
