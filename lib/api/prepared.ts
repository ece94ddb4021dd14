import { hash } from "node:crypto";

/** A response with JSON made in advance, the same for all callers. */
export class Prepared {
  readonly tag: string;

  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {
    this.tag = `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`;
  }
}
