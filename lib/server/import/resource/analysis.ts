import { ApiError } from "../../../contract/errors";
import type { FileImport, ImportReading } from "../../../contract/import-resource";
import type { ImportPlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import { Prisma, whenStored } from "../../db";
import { change } from "../../log/changes";
import { openTable, type Table } from "../../tabular";
import { inWords } from "../in-words";
import { fileOfImport } from "../uploaded-files";
import { analyseFile } from "./analyse-file";
import { inBackground } from "./background";
import { changeImport, findImport, presentImport, type StoredImport } from "./stored-imports";

type File = Pick<StoredImport, "id" | "filename">;

/** Opens the file of an import as the caller wants it to be read. Throws a 409 if it is gone, as after a restore. */
export async function openImport({ id, filename }: File, reading: ImportReading): Promise<Table> {
  const { sheet, delimiter, encoding } = reading;
  const options = {
    filename,
    ...(sheet !== undefined && { sheet }),
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
  };
  try {
    return await openTable(fileOfImport(id), options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new ApiError("CONFLICT", "The file of this import no longer exists. Upload it again.");
  }
}

/** Finds the columns of a file in the background. */
export function startAnalysis(file: File, reading: ImportReading): void {
  const status = "analysing";
  inBackground({ id: file.id, status, rows: 0 }, async ({ signal }) => {
    const analysis = await analyseFile(await openImport(file, reading), reading, signal);
    await changeImport(file.id, [status], {
      status: "ready",
      analysis: analysis as unknown as Prisma.InputJsonObject,
    });
  });
}

/** Changes how a file is read, and analyses it again. */
export async function updateImport(
  place: ImportPlace,
  actor: Actor,
  given: ImportReading,
): Promise<FileImport> {
  const found = await findImport(place, actor);
  const reading = { ...found.reading, ...given };
  await inWords(() => openImport(found, reading));
  return change(async () => {
    const isChanged = await changeImport(found.id, ["ready", "failed", "cancelled"], {
      ...{ status: "analysing", reading, analysis: Prisma.DbNull, result: Prisma.DbNull },
      ...{ rejected: Prisma.DbNull, error: null, aliveAt: new Date() },
    });
    if (!isChanged) throw busy(found);
    whenStored(() => startAnalysis(found, reading));
    const none = { analysis: null, result: null, error: null };
    return presentImport({ ...found, ...none, status: "analysing", reading });
  });
}

/** The 409 for an import that is being worked on or done. */
export function busy({ status }: Pick<StoredImport, "status">): ApiError {
  const message =
    status === "done"
      ? "This import is done. Upload the file again to import it once more."
      : "This import is being worked on. Wait until it is ready.";
  return new ApiError("CONFLICT", message);
}
