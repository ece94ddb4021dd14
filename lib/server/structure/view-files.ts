import { fileKeys } from "../../contract/config-files";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import { pictureTypes } from "../../contract/picture-types";
import type { BasePlace } from "../../contract/places";
import type { ViewConfigUpdate } from "../../contract/views";
import { quote } from "../../field-types/text";
import { prisma } from "../db";
import { fileIdIn, presentFile, storedForm } from "../files/file-forms";
import { keepFiles } from "../files/unused-files";

/**
 * Replaces the files in written settings by their stored description, and keeps them. Throws a 400 for those that are no
 * pictures uploaded to this database.
 */
export async function withStoredFiles(
  { databaseId }: BasePlace,
  written: ViewConfigUpdate,
): Promise<ViewConfigUpdate> {
  const given = fileKeys.flatMap((key) => {
    const file = written[key];
    return file ? [{ key, file, id: fileIdIn(file) }] : [];
  });
  if (given.length === 0) return written;
  const ids = given.map(({ id }) => id);
  await keepFiles(databaseId, ids);
  const rows = await prisma().attachment.findMany({ where: { baseId: databaseId, id: { in: ids } } });
  const problems: ErrorDetail[] = [];
  const stored = given.flatMap(({ key, file, id }) => {
    const row = rows.find((each) => each.id === id);
    if (row && pictureTypes.includes(row.mimeType)) return [[key, presentFile(storedForm(row))]];
    const message = row
      ? `takes a picture (${pictureTypes.join(", ")}); ${quote(row.originalName)} is not one`
      : `takes the address of a file that was uploaded to this database; ${quote(file.url)} is not one`;
    problems.push({ path: `config.${key}.url`, message });
    return [];
  });
  if (problems.length > 0) throw badRequest(problems);
  return { ...written, ...Object.fromEntries(stored) };
}
