import { builtInCode, generalFormat, type NumberFormat, numberFormat } from "./number-format";
import type { Package } from "./package";
import { readPart } from "./workbook";

/** Reads the number formats of the cell styles, by the index that cells refer to. */
export async function readStyles(
  opened: Package,
  part: string | undefined,
): Promise<readonly NumberFormat[]> {
  if (part === undefined || !opened.has(part)) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isCellStyle = false;
  await readPart(opened, part, {
    open(tag, { numFmtId = "0", formatCode = "" }) {
      if (tag === "cellXfs") isCellStyle = true;
      else if (tag === "numFmt") codes.set(Number(numFmtId), formatCode);
      else if (tag === "xf" && isCellStyle) ids.push(Number(numFmtId));
    },
    close(tag) {
      if (tag === "cellXfs") isCellStyle = false;
    },
  });
  const byId = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format =
      byId.get(id) ?? (id === 0 ? generalFormat : numberFormat(codes.get(id) ?? builtInCode(id)));
    byId.set(id, format);
    return format;
  });
}
