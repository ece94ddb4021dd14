/**
 * Addresses of files that open without a key. They are signed and expire, so that somebody who loses a right loses its
 * files as well.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { prisma } from "../db";
import { env } from "../env";

const hour = 3_600_000;

/** Global, because our server and Next's bundle each load this module. */
const shared = globalThis as typeof globalThis & { rowhouseFileKey?: Uint8Array };

/** Loads the key of signatures; without it, no file can be shown. */
export async function loadAddressKey(): Promise<void> {
  shared.rowhouseFileKey = (await prisma().secret.findUniqueOrThrow({ where: { name: "files" } })).value;
}

/** The parameters of a signed address, as a caller sends them. */
export interface SentSignature {
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/**
 * The hour, counted since 1970, in which an address of now expires: in one to two hours. It stays the same for an hour,
 * so that a page need not load pictures again.
 */
export function endingHour(): number {
  return Math.floor(Date.now() / hour) + 2;
}

export function isOver(endsIn: number): boolean {
  return Date.now() >= endsIn * hour;
}

/** Completes the path of a file, `/api/v1/attachments/{id}/{filename}`, to a signed address. */
export function signedAddress(id: string, path: string): string {
  const expires = String((endingHour() * hour) / 1_000);
  return `${env.APP_URL}${path}?expires=${expires}&signature=${signatureOf(id, expires)}`;
}

/** Tells if an address is signed, and still works. */
export function stateOf(id: string, { expires, signature }: SentSignature): "valid" | "expired" | "unsigned" {
  if (expires === undefined || signature === undefined) return "unsigned";
  const [sent, expected] = [Buffer.from(signature), Buffer.from(signatureOf(id, expires))];
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return "unsigned";
  return Date.now() >= Number(expires) * 1_000 ? "expired" : "valid";
}

function signatureOf(id: string, expires: string): string {
  const key = shared.rowhouseFileKey;
  if (!key) throw new Error("the key of file addresses is not loaded");
  return createHmac("sha256", key).update(`${id} ${expires}`).digest("base64url").slice(0, 22);
}
