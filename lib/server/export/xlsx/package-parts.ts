import type { CellWriter } from "./cell-writers";
import { asText } from "./number-formats";
import { xmlText } from "./xml-text";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The style of the header; those of the columns follow. */
export const headerStyle = 1;
export const firstColumnStyle = 2;

/** The path of the sheet in the file. */
export const sheetPath = "xl/worksheets/sheet1.xml";

/** The parts of a workbook besides its sheet, by path. */
export function packageParts(
  name: string,
  columns: readonly Pick<CellWriter, "numberFormat" | "wraps">[],
): { readonly [path: string]: string } {
  return {
    "[Content_Types].xml": `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/${sheetPath}" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    "_rels/.rels": `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${xmlText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": styles(columns),
  };
}

/** The beginning of the sheet: a frozen header and the widths of the columns, in pixels. */
export function sheetHead(widths: readonly number[]): string {
  const columns = widths.map((width, index) => {
    // The width of a digit in the default font is seven pixels.
    const characters = Math.min(255, Math.max(1, Math.round((width / 7) * 100) / 100));
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" customWidth="1"/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const views = `<sheetViews><sheetView tabSelected="1" workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const cols = columns.length > 0 ? `<cols>${columns.join("")}</cols>` : "";
  return `${declaration}<worksheet xmlns="${main}">${views}${cols}<sheetData>`;
}

export const sheetFoot = "</sheetData></worksheet>";

/** The first number of formats that are not built in. */
const firstFormat = 164;

function styles(columns: readonly Pick<CellWriter, "numberFormat" | "wraps">[]): string {
  const custom = [...new Set(columns.map(({ numberFormat }) => numberFormat))].filter(
    (format) => !Object.hasOwn(builtIn, format),
  );
  const idOf = (format: string) => builtIn[format] ?? firstFormat + custom.indexOf(format);
  const formats = custom.map(
    (format) => `<numFmt numFmtId="${idOf(format)}" formatCode="${xmlText(format)}"/>`,
  );
  const cells = columns.map(({ numberFormat, wraps }) => {
    const style = `<xf numFmtId="${idOf(numberFormat)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`;
    return wraps ? `${style} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` : `${style}/>`;
  });
  const header = `<xf numFmtId="${builtIn[asText]}" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>`;
  const all = [`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`, header, ...cells];
  return [
    `${declaration}<styleSheet xmlns="${main}">`,
    formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join("")}</numFmts>` : "",
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${all.length}">${all.join("")}</cellXfs>`,
    "</styleSheet>",
  ].join("");
}

/** Formats that every spreadsheet has by number: ECMA-376, part 1, 18.8.30. */
const builtIn: { readonly [format: string]: number } = { General: 0, "mm-dd-yy": 14, "@": 49 };

/** A name that spreadsheets accept for a sheet: at most 31 characters, some of them reserved. */
function sheetName(name: string): string {
  const allowed = name.replace(/[\p{Cc}[\]:*?/\\]/gu, " ").trim();
  const short = allowed
    .slice(0, 31)
    .toWellFormed()
    .replace(/^'+|'+$/g, "")
    .trim();
  return short === "" || short.toLowerCase() === "history" ? "Sheet1" : short;
}
