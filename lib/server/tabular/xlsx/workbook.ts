import path from "node:path";
import { Tally } from "../notes";
import { UnreadableFile } from "../unreadable-file";
import { damaged, type Package } from "./package";
import { type Attributes, attribute, parseXml, type XmlHandler } from "./parse-xml";

/** A workbook: the paths of its parts in the package, and its date system. */
export interface Workbook {
  /** Worksheets in their order, without charts and macros. */
  readonly sheets: readonly Sheet[];
  /** True if days count from 1904. */
  readonly is1904: boolean;
  readonly sharedTexts: string | undefined;
  readonly styles: string | undefined;
}

export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

/** Reads the workbook of a package. Throws if it has no worksheet. */
export async function readWorkbook(opened: Package): Promise<Workbook> {
  const root = [...(await readRelations(opened, "")).values()].find(({ type }) => type === "officeDocument");
  if (!root || !opened.has(root.part)) throw noWorkbook();
  const { sheets, is1904 } = await readSheets(opened, root.part);
  const relations = await readRelations(opened, root.part);
  const worksheets = sheets.flatMap(({ id, ...sheet }) => {
    const relation = relations.get(id);
    return relation?.type === "worksheet" && opened.has(relation.part)
      ? [{ ...sheet, part: relation.part }]
      : [];
  });
  if (worksheets.length === 0) {
    throw new UnreadableFile("The XLSX file has no sheet with cells. Choose a file with rows.");
  }
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.part;
  return { sheets: worksheets, is1904, sharedTexts: partOf("sharedStrings"), styles: partOf("styles") };
}

/** Reads a small part of a package to its end. */
export async function readPart(opened: Package, part: string, handler: Partial<XmlHandler>): Promise<void> {
  if (opened.sizeOf(part) > maxPartSize) throw damaged();
  const ignore = () => {};
  const whole = { open: ignore, close: ignore, text: ignore, ...handler };
  for await (const _ of parseXml(opened.read(part), whole, new Tally()));
}

/** Bytes. Large workbooks have styles of a few megabytes. */
const maxPartSize = 20_000_000;

function noWorkbook(): UnreadableFile {
  return new UnreadableFile(
    "The file is a ZIP archive without an XLSX workbook. Save the table as XLSX or CSV.",
  );
}

interface Relation {
  /** End of the type's address: `worksheet`. */
  readonly type: string;
  readonly part: string;
}

/** Reads the relations of a part by id; those of the package itself for "". */
async function readRelations(opened: Package, part: string): Promise<Map<string, Relation>> {
  const folder = path.posix.dirname(part);
  const name = path.posix.join(folder, "_rels", `${path.posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!opened.has(name)) return relations;
  await readPart(opened, name, {
    open(tag, { Id = "", Type = "", Target = "" }) {
      if (tag !== "Relationship") return;
      // Targets are relative to the part's folder, or absolute.
      const target = path.posix.resolve("/", folder, Target).slice(1);
      relations.set(Id, { type: path.posix.basename(Type), part: target });
    },
  });
  return relations;
}

async function readSheets(
  opened: Package,
  part: string,
): Promise<{ sheets: { name: string; id: string; isHidden: boolean }[]; is1904: boolean }> {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readPart(opened, part, {
    open(tag, attributes: Attributes) {
      if (tag === "workbookPr") is1904 = isTrue(attributes.date1904);
      if (tag !== "sheet") return;
      const { name = "", state = "visible" } = attributes;
      sheets.push({ name, id: attribute(attributes, "id") ?? "", isHidden: state !== "visible" });
    },
  });
  return { sheets, is1904 };
}

/** Reads a boolean attribute of XML Schema. */
export function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
