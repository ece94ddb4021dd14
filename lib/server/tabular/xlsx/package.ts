import { limits } from "../../../contract/limits";
import { openZip, type Zip, type ZipProblem } from "../../zip/open-zip";
import { UnreadableFile } from "../unreadable-file";

/** The parts of an XLSX file, which is a zip archive. */
export type Package = Omit<Zip, "names">;

/** Opens an XLSX file. Ignores case, because some programs write names in another case than they refer to them. */
export function openPackage(path: string): Promise<Package> {
  return openZip(path, {
    maxBytes: limits.unpackedBytes,
    maxRatio: limits.unpackRatio,
    maxParts,
    nameOf: (name) => name.toLowerCase(),
    refuse: (problem, cause) => new UnreadableFile(messages[problem](), { cause }),
  });
}

/** Largest workbooks have a few hundred. */
const maxParts = 10_000;

/** The error for a file that cannot be trusted. */
export function damaged(cause?: unknown): UnreadableFile {
  return new UnreadableFile(messages.damaged(), { cause });
}

const messages: { readonly [Problem in ZipProblem]: () => string } = {
  damaged: () => "The XLSX file is cut off or damaged. Save it again and upload the new file.",
  encrypted: () => "The XLSX file is protected by a password. Save it without one.",
  "too large": () =>
    `The XLSX file has more than ${limits.unpackedBytes.toLocaleString("en")} bytes when unpacked. Save it as CSV, or split it.`,
  "grows too much": () =>
    `The XLSX file grows to more than ${limits.unpackRatio.toLocaleString("en")} times its size when unpacked, so it is not read. Save it as CSV.`,
};
