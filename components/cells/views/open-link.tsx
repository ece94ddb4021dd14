import { ExternalLink } from "lucide-react";
import { createContext, useContext } from "react";
import { onPlainClick } from "@/components/ui/plain-click";

/** In a grid only cells get the focus; elsewhere Tab also reaches links. */
const TabIndexContext = createContext(-1);

export const LinkTabIndexProvider = TabIndexContext.Provider;

interface OpenLinkProps {
  readonly href: string | undefined;
  /** The name of what it opens. */
  readonly label: string;
  /** Opens it on this page after a plain click; the browser opens a new tab after others. */
  readonly onOpen?: (() => void) | undefined;
}

/** Opens a cell's link, in a new tab unless it says otherwise; visible while the cell is active or hovered. */
export function OpenLink({ href, label, onOpen }: OpenLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={useContext(TabIndexContext)}
      // The focus stays at the cell, to which it returns afterwards.
      onMouseDown={onOpen && ((event) => event.preventDefault())}
      onClick={onOpen && onPlainClick(onOpen)}
      aria-label={`Open ${label}`}
      title={`Open ${label}`}
      className="hidden size-5 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text group-hover:flex group-data-active:flex"
    >
      <ExternalLink aria-hidden className="size-3.5" strokeWidth={1.75} />
    </a>
  );
}
