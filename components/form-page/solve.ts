import { sha256 } from "@noble/hashes/sha2.js";
import { solveChallenge } from "altcha-lib";
import type { Challenge, Proof } from "@/lib/contract/forms";

type Puzzle = Parameters<typeof solveChallenge>[0]["challenge"];

/** Does the work of a challenge. Without `crypto.subtle`, which pages on plain http do not have. */
export async function solve(challenge: Challenge): Promise<Proof> {
  const solution = await solveChallenge({
    challenge: challenge as object as Puzzle,
    deriveKey: async ({ cost, keyLength }, salt, password) => {
      let key = sha256(joined(salt, password));
      for (let round = 1; round < cost; round += 1) key = sha256(key);
      return { derivedKey: key.subarray(0, keyLength) };
    },
  });
  if (!solution) throw new Error("The challenge has no solution.");
  return { challenge, solution };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
