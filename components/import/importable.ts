import type { ImportTarget } from "@/components/tasks/import-requests";
import { importFormats } from "@/lib/contract/import-formats";

type Named = Pick<File, "name">;

const formats = Object.values(importFormats);

/** The extensions of files with rows. */
const rowExtensions: readonly string[] = formats.flatMap(({ extensions }) => extensions);

/** The extension of an exported database. */
const databaseExtension = ".zip";

/** The extensions of files that can be imported into a target. */
export function extensionsFor({ is }: ImportTarget): readonly string[] {
  return is === "new-database" ? [...rowExtensions, databaseExtension] : rowExtensions;
}

/** The formats that can be imported into a target, as a list in a sentence. */
export function formatsFor({ is }: ImportTarget): string {
  const labels: string[] = formats.map(({ label }) => label);
  if (is === "new-database") labels.push("a database exported from Rowhouse (ZIP)");
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(labels);
}

/** Tests a file by its name. The server looks into it. */
export function isImportable(file: Named, target: ImportTarget): boolean {
  return extensionsFor(target).some((extension) => hasExtension(file, extension));
}

/** True for a file that becomes a whole database, by its name. */
export function isDatabaseFile(file: Named, { is }: ImportTarget): boolean {
  return is === "new-database" && hasExtension(file, databaseExtension);
}

function hasExtension({ name }: Named, extension: string): boolean {
  return name.toLowerCase().endsWith(extension);
}
