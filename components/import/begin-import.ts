import type { ImportTarget } from "@/components/tasks/import-requests";
import { addressOf, api } from "@/lib/client/api";
import { type UploadOptions, upload } from "@/lib/client/upload";
import type { Base } from "@/lib/contract/bases";
import { columnNames } from "@/lib/contract/column-names";
import type { FileImport } from "@/lib/contract/import-resource";
import type { ImportPlace } from "@/lib/contract/places";
import { isDatabaseFile } from "./importable";

/**
 * Uploads a file. An exported database becomes a new one at once. For a file with rows, creates a new database first, and
 * deletes it again if the upload fails.
 */
export async function beginImport(
  target: ImportTarget,
  file: File,
  options: UploadOptions,
): Promise<ImportPlace | Base> {
  if (target.is !== "new-database") return uploadInto(target.databaseId, file, options);
  if (isDatabaseFile(file, target)) return upload<Base>("/bases/import", file, options);
  const { id: databaseId } = await api("POST /bases", {
    body: { name: nameFromFile(file.name) },
    signal: options.signal,
  });
  try {
    return await uploadInto(databaseId, file, options);
  } catch (error) {
    await deleteBase(databaseId);
    throw error;
  }
}

async function uploadInto(databaseId: string, file: File, options: UploadOptions): Promise<ImportPlace> {
  const address = addressOf("/bases/{databaseId}/imports", {
    params: { databaseId },
    query: { filename: file.name },
  });
  const { id } = await upload<FileImport>(address, file, options);
  return { databaseId, importId: id };
}

/** Removes an import that is not wanted any more, and the database that was created for it. */
export async function discardImport(target: ImportTarget, place: ImportPlace): Promise<void> {
  if (target.is === "new-database") return deleteBase(place.databaseId);
  // Housekeeping deletes it otherwise.
  await api("DELETE /bases/{databaseId}/imports/{importId}", { params: place }).catch(() => {});
}

async function deleteBase(databaseId: string): Promise<void> {
  await api("DELETE /bases/{databaseId}", { params: { databaseId } }).catch(() => {});
}

/** Derives the name of a table or database from a filename: drops the extension, and characters that names can't have. */
export function nameFromFile(filename: string): string {
  const [name = ""] = columnNames([filename.replace(/\.[^.]*$/, "") || filename]);
  return name;
}
