/** Small forms of pictures, made when they are first asked for and kept beside the file. */
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { type ThumbnailSize, thumbnailSizes } from "../../contract/attachments";
import { pictureTypes } from "../../contract/picture-types";
import { logger } from "../logger";
import { placeOf } from "./attachment-places";

/** The file of a small picture. */
export interface Thumbnail {
  readonly place: string;
  /** Bytes. */
  readonly size: number;
}

export const thumbnailType = "image/webp";

/** Maximum number of pixels of a picture that is made smaller; others would take too much memory. */
const maxPixels = 100_000_000;

/** Pictures that wait at the most. Further ones are sent as they are. */
const maxWaiting = 200;

const inProgress = new Map<string, Promise<Thumbnail | undefined>>();
let latest: Promise<unknown> = Promise.resolve();

/** Finds or makes the small form of a picture. Undefined for files that are no picture, are small, or cannot be read. */
export async function thumbnailOf(
  { id, mimeType }: { readonly id: string; readonly mimeType: string },
  size: ThumbnailSize,
): Promise<Thumbnail | undefined> {
  if (!pictureTypes.includes(mimeType)) return undefined;
  const place = thumbnailPlace(id, size);
  return (await existing(place)) ?? inProgress.get(place) ?? queued(place, () => make(id, size));
}

/** Removes a file with its small forms. */
export async function removeFile(id: string): Promise<void> {
  const sizes = Object.keys(thumbnailSizes) as ThumbnailSize[];
  for (const place of [...sizes.map((size) => thumbnailPlace(id, size)), placeOf(id)]) {
    await rm(place, { force: true });
  }
}

/** Does one after the other, so that pictures take the memory of one and a part of the processor. */
function queued(
  place: string,
  work: () => Promise<Thumbnail | undefined>,
): Promise<Thumbnail | undefined> | undefined {
  if (inProgress.size >= maxWaiting) return undefined;
  const made = latest.then(work).catch((err: unknown) => {
    logger.debug({ err }, "a picture could not be made smaller");
    return undefined;
  });
  latest = made;
  inProgress.set(place, made);
  void made.then(() => inProgress.delete(place));
  return made;
}

async function make(id: string, size: ThumbnailSize): Promise<Thumbnail | undefined> {
  const { default: sharp } = await loadSharp();
  const side = thumbnailSizes[size];
  const picture = sharp(placeOf(id), { limitInputPixels: maxPixels, failOn: "error" });
  const { width, height } = await picture.metadata();
  if (Math.max(width, height) <= side) return undefined;
  const bytes = await picture
    .timeout({ seconds: 20 })
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside" })
    .webp({ quality: 80 })
    .toBuffer();
  const place = thumbnailPlace(id, size);
  const unfinished = `${place}.${process.pid}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, place);
  return { place, size: bytes.length };
}

let loaded: Promise<typeof import("sharp")> | undefined;

/** Loads sharp once a picture needs it, with the readers of our types of pictures only: others are larger and riskier. */
function loadSharp(): Promise<typeof import("sharp")> {
  loaded ??= import("sharp").then((library) => {
    const { default: sharp } = library;
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: ["Png", "Jpeg", "Nsgif", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}File`),
    });
    return library;
  });
  return loaded;
}

function thumbnailPlace(id: string, size: ThumbnailSize): string {
  return `${placeOf(id)}.${size}`;
}

async function existing(place: string): Promise<Thumbnail | undefined> {
  const found = await stat(place).catch(() => undefined);
  return found && { place, size: found.size };
}
