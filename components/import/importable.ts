/** The extensions of files that can be imported. */
const extensions = [".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".json", ".ndjson", ".jsonl"];

/** For the file chooser of the browser. */
export const accepted = extensions.join(",");

export const importableText = "Choose a CSV, TSV, Excel (XLSX), JSON or NDJSON file.";

/** Tests a file by its name. The server looks into it. */
export function isImportable({ name }: Pick<File, "name">): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(extension));
}
