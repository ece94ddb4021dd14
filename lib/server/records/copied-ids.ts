import { hash, randomBytes } from "node:crypto";
import { Prisma, type Sql } from "../db";

/**
 * The ids of copied records and files, computed from those of the originals with random secrets. Needs no list of them,
 * and gives each record one id that sorts like the original's: time and counter stay, the random rest changes.
 */
export class DerivedIds {
  readonly #mask = randomBytes(maskDigits / 2).toString("hex");
  readonly #secret = randomBytes(16).toString("hex");

  record(id: string): string {
    return id.slice(0, -maskDigits) + xor(id.slice(-maskDigits), this.#mask);
  }

  /** SQL of `record`. */
  recordSql(id: Sql): Sql {
    const rest = Prisma.sql`('x' || right(${id}::text, ${digits}))::bit(40)::bigint # ${Number.parseInt(this.#mask, 16)}::bigint`;
    return Prisma.sql`(left(${id}::text, -${digits}) || lpad(to_hex(${rest}), ${digits}, '0'))::uuid`;
  }

  /** Cannot be guessed from the original's id, because it grants access to the file. */
  file(id: string): string {
    return hash("sha256", this.#secret + id, "hex").slice(0, 32);
  }

  /** SQL of `file`. */
  fileSql(id: Sql): Sql {
    return Prisma.sql`left(encode(sha256(convert_to(${this.#secret}::text || ${id}, 'UTF8')), 'hex'), 32)`;
  }
}

/** Hexadecimal digits at the end of a record's id that are random. */
const maskDigits = 10;
const digits = Prisma.raw(String(maskDigits));

/** In halves, because bitwise operations take 32 bits. */
function xor(one: string, other: string): string {
  const half = maskDigits / 2;
  return [0, half]
    .map((start) => {
      const bits = (text: string) => Number.parseInt(text.slice(start, start + half), 16);
      return (bits(one) ^ bits(other)).toString(16).padStart(half, "0");
    })
    .join("");
}
