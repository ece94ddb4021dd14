import { rm } from "node:fs/promises";
import { v7 } from "uuid";
import { ApiError } from "../../../contract/errors";
import { limits } from "../../../contract/limits";
import type { BasePlace } from "../../../contract/places";
import { readUpload } from "../../files/uploads";
import { requireBase } from "../../structure/structure";
import { openTable, type ReadOptions, type Table } from "../../tabular";
import { inWords } from "../in-words";
import { unfinishedFile } from "../uploaded-files";

/** Media types of the bodies of an import in one call, and how they are read. */
const bodies: { readonly [mediaType: string]: Omit<ReadOptions, "filename"> } = {
  "text/csv": { format: "csv" },
  "text/tab-separated-values": { format: "csv", delimiter: "\t" },
  "application/json": { format: "json", encoding: "utf-8" },
  "application/x-ndjson": { format: "ndjson", encoding: "utf-8" },
};

export const importMediaTypes = Object.keys(bodies);

/** A file on the disk that is about to be imported. */
export interface ReceivedImport {
  /** Identifies the file for idempotent calls. */
  readonly identity: unknown;
  /** Opens the file. Throws a 400 if it cannot be read as a table. */
  open(): Promise<Table>;
  /** Removes the file. */
  release(): Promise<void>;
}

/** Writes the body of a request to the disk. Throws a 415 for other media types. */
export async function receiveImport({ databaseId }: BasePlace, request: Request): Promise<ReceivedImport> {
  await requireBase({ databaseId });
  const options = optionsOf(request);
  const to = await unfinishedFile(v7());
  const release = () => rm(to, { force: true });
  try {
    const upload = { filename: "body", to, maxBytes: limits.importBytes };
    const { sha256 } = await readUpload(request, upload);
    return { identity: { sha256 }, open: () => inWords(() => openTable(to, options)), release };
  } catch (error) {
    await release();
    throw error;
  }
}

function optionsOf({ headers }: Request): ReadOptions {
  const [mediaType = "", ...parameters] = (headers.get("Content-Type") ?? "").split(";");
  const options = bodies[mediaType.trim().toLowerCase()];
  if (!options) {
    throw new ApiError(
      "UNSUPPORTED_MEDIA_TYPE",
      `The Content-Type is not supported. Send one of ${importMediaTypes.join(", ")}.`,
    );
  }
  const charset = parameters.map((each) => /^\s*charset="?([^"]+)"?\s*$/i.exec(each)?.[1]).find(Boolean);
  return { ...options, filename: "", isVerbatim: true, ...(charset !== undefined && { encoding: charset }) };
}
