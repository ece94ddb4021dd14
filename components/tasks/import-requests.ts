import { createObservable } from "@/lib/client/observable";

/** The destination of the rows of a file. */
export type ImportTarget =
  | { readonly is: "new-database" }
  | { readonly is: "new-table"; readonly databaseId: string }
  | { readonly is: "table"; readonly databaseId: string; readonly tableId: string };

/** An import that a person wants to begin, or to look at again. */
export interface ImportRequest {
  readonly target: ImportTarget;
  /** Left out to choose one in the dialog. */
  readonly file?: File;
  /** An import that exists. */
  readonly begun?: { readonly databaseId: string; readonly importId: string };
}

/** The request whose dialog is open. The dialog is mounted once, above all pages, because an import outlives its page. */
export const importRequest = createObservable<ImportRequest | null>(null);

/** Opens the dialog, unless it is open. */
export function requestImport(request: ImportRequest): void {
  if (importRequest.get() === null) importRequest.set(request);
}
