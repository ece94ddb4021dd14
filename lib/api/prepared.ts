import { hash } from "node:crypto";

/** An answer whose JSON was written before: the same bytes for everybody who asks. */
export class Prepared {
  readonly tag: string;

  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {
    this.tag = `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`;
  }
}
