import { createObservable } from "@/lib/client/observable";

/** The import of an exported database that a person wants to begin. */
export interface DatabaseImport {
  /** Left out to choose one in the dialog. */
  readonly file?: File;
}

/** The import whose dialog is open. */
export const databaseImport = createObservable<DatabaseImport | null>(null);

/** Opens the dialog that imports an exported database, unless it is open. */
export function importDatabase(file?: File): void {
  if (databaseImport.get() === null) databaseImport.set(file ? { file } : {});
}

/** Tests a file by its name. The server looks into it. */
export function isDatabaseFile({ name }: Pick<File, "name">): boolean {
  return name.toLowerCase().endsWith(".zip");
}
