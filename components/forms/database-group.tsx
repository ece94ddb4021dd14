"use client";

import { Fragment, type ReactNode, useState } from "react";
import { ControlGroup } from "@/components/ui/control-group";
import { TextField } from "@/components/ui/text-field";
import { textFinder } from "./find-text";

/** A database by its name. */
export interface NamedDatabase {
  readonly id: string;
  readonly name: string;
}

interface DatabaseGroupProps {
  readonly legend: string;
  readonly databases: readonly NamedDatabase[];
  /** Tests whether a database is chosen; those are shown whatever is searched. */
  readonly isChosen: (id: string) => boolean;
  /** The problem with the choices. */
  readonly error?: string;
  /** Renders the control of a database. */
  readonly children: (database: NamedDatabase) => ReactNode;
}

/** Number of databases shown at once: a control for each of a thousand takes a minute to render. */
const maxShown = 20;

/** A group of controls, one for each database. Many databases are searched by name. */
export function DatabaseGroup({ legend, databases, isChosen, error, children }: DatabaseGroupProps) {
  const [search, setSearch] = useState("");
  const fits = textFinder(search);
  const found = databases.filter(({ name }) => fits(name));
  const listed = new Set(found.slice(0, maxShown));
  const shown = databases.filter((each) => listed.has(each) || isChosen(each.id));
  const hidden = found.length - listed.size;
  return (
    <div className="flex flex-col gap-2">
      {databases.length > maxShown && (
        <TextField label="Find a database" type="search" value={search} onChange={setSearch} />
      )}
      <ControlGroup legend={legend} error={error}>
        {shown.map((database) => (
          <Fragment key={database.id}>{children(database)}</Fragment>
        ))}
      </ControlGroup>
      <p role="status" className="text-muted empty:hidden">
        {hidden > 0 &&
          `The first ${maxShown} of ${found.length.toLocaleString("en")}. Search to find others.`}
        {found.length === 0 && `No database is called “${search.trim()}”.`}
      </p>
    </div>
  );
}
