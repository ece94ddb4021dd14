"use client";

import { Fragment, type ReactNode, useState } from "react";
import { ControlGroup } from "@/components/ui/control-group";
import { TextField } from "@/components/ui/text-field";
import { textFinder } from "./find-text";

/** Something to choose, such as a database. */
export interface NamedItem {
  readonly id: string;
  readonly name: string;
}

interface ChoiceGroupProps {
  readonly legend: string;
  /** A noun for an item. */
  readonly what: "database" | "table" | "field" | "source";
  readonly items: readonly NamedItem[];
  /** Tests whether an item is chosen; those are shown whatever is searched. */
  readonly isChosen: (id: string) => boolean;
  /** The problem with the choices. */
  readonly error?: string;
  /** Renders the control of an item. */
  readonly children: (item: NamedItem) => ReactNode;
}

/** Number of items shown at once: a control for each of a thousand takes a minute to render. */
const maxShown = 20;

/** A group of controls, one for each item. Many items are searched by name. */
export function ChoiceGroup({ legend, what, items, isChosen, error, children }: ChoiceGroupProps) {
  const [search, setSearch] = useState("");
  const fits = textFinder(search);
  const found = items.filter(({ name }) => fits(name));
  const listed = new Set(found.slice(0, maxShown));
  const shown = items.filter((each) => listed.has(each) || isChosen(each.id));
  const hidden = found.length - listed.size;
  return (
    <div className="flex flex-col gap-2">
      {items.length > maxShown && (
        <TextField label={`Find a ${what}`} type="search" value={search} onChange={setSearch} />
      )}
      <ControlGroup legend={legend} error={error}>
        {shown.map((item) => (
          <Fragment key={item.id}>{children(item)}</Fragment>
        ))}
      </ControlGroup>
      <p role="status" className="text-muted empty:hidden">
        {hidden > 0 &&
          `The first ${maxShown} of ${found.length.toLocaleString("en")}. Search to find others.`}
        {found.length === 0 && `No ${what} is called “${search.trim()}”.`}
      </p>
    </div>
  );
}
