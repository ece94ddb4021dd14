import { hash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import { badRequest, notFound } from "../../contract/errors";
import { personId } from "../../contract/ids";
import { accountPictureTypes } from "../../contract/people";
import type { PersonPlace } from "../../contract/places";
import { prisma } from "../db";
import { env } from "../env";

/** A picture of a person. */
export interface AccountPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
  readonly hash: string;
}

/** Reads the picture of a data URL. Throws a 400 if its bytes are not those of a picture. */
export async function readPicture(dataUrl: string): Promise<AccountPicture> {
  const bytes = new Uint8Array(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));
  const mimeType = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  if (!accountPictureTypes.some((type) => type === mimeType)) {
    const message = `takes a picture of a type among ${accountPictureTypes.join(", ")}`;
    throw badRequest([{ path: "picture", message }]);
  }
  return { bytes, mimeType, hash: hash("sha256", bytes).slice(0, 16) };
}

/** Stores the picture of a person, or removes it for null. */
export async function storePicture(id: string, picture: AccountPicture | null): Promise<void> {
  await prisma().picture.deleteMany({ where: { personId: id } });
  if (picture) await prisma().picture.create({ data: { personId: id, ...picture } });
}

/** Opens the picture of a person. Throws a 404 if there is none. */
export async function openPicture(place: PersonPlace): Promise<AccountPicture> {
  const id = personId.safeParse(place.personId);
  const found = id.success ? await prisma().picture.findUnique({ where: { personId: id.data } }) : null;
  if (!found) throw notFound("picture of a person", place.personId);
  return found;
}

/** The columns of a picture that its address needs. */
export const withPicture = { picture: { select: { hash: true } } } as const;

/** The address of a person's picture, which changes with it; null without one. */
export function pictureAddress(id: string, picture: { readonly hash: string } | null): string | null {
  return picture && `${env.APP_URL}/api/v1/people/${id}/picture?version=${picture.hash}`;
}
