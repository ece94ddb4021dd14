import { isBlank } from "@/components/listing/is-blank";
import type { Attachment } from "@/lib/contract/attachments";
import type { Cell } from "./cell";

/** Where a cell leads to: of files it is the first. */
export function linkOf(cell: Cell | undefined): string | undefined {
  if (!cell || isBlank(cell.value)) return undefined;
  const { column, value } = cell;
  const { storage, href } = column.fieldType;
  return storage === "files" ? (value as readonly Attachment[])[0]?.url : href?.(value);
}

/** Opens it as a click on it does: a page in a tab of its own, a mail or a call in whatever does that. */
export function openLink(href: string): void {
  const link = document.createElement("a");
  Object.assign(link, { href, target: "_blank", rel: "noopener noreferrer" });
  link.click();
}
