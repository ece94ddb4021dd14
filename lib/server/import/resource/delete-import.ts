import type { ImportPlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import { Prisma, prisma, whenStored } from "../../db";
import { change } from "../../log/changes";
import { removeFile } from "../uploaded-files";
import { changeImport, findImport } from "./stored-imports";

/** Cancels a running import, of which nothing is stored then; otherwise deletes the import with its file. */
export async function deleteImport(place: ImportPlace, actor: Actor): Promise<void> {
  const { id } = await findImport(place, actor);
  await change(async () => {
    if (await changeImport(id, ["running"], { status: "cancelled", progress: Prisma.DbNull })) return;
    await prisma().import.deleteMany({ where: { id } });
    whenStored(() => void removeFile(id));
  });
}
