import { isBlank } from "@/components/listing/is-blank";
import type { Attachment } from "@/lib/contract/attachments";
import type { Cell } from "./cell";

/** The address a cell links to; for files, that of the first. */
export function linkOf(cell: Cell | undefined): string | undefined {
  if (!cell || isBlank(cell.value)) return undefined;
  const { column, value } = cell;
  const { storage, href } = column.fieldType;
  return storage === "files" ? (value as readonly Attachment[])[0]?.url : href?.(value);
}

/** Opens an address like a click on a link: in a new tab, or in the mail or phone app. */
export function openLink(href: string): void {
  const link = document.createElement("a");
  Object.assign(link, { href, target: "_blank", rel: "noopener noreferrer" });
  link.click();
}
