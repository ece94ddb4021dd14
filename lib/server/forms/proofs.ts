import { randomInt } from "node:crypto";
import { type ChallengeParameters, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { badRequest } from "../../contract/errors";
import { type Challenge, type Proof, proofOfWork } from "../../contract/forms";
import type { OpenShare, Visit } from "../shares/open-share";
import { keyOf } from "../shares/sealed-parts";
import { asFormVisitor } from "./open-form";

/** Makes a challenge for a submission of a form. */
export function getChallenge(visit: Visit): Promise<Challenge> {
  return asFormVisitor(visit, async (share) => {
    const { algorithm, cost, counters, minutes } = proofOfWork;
    const { parameters, signature } = await createChallenge({
      ...{ algorithm, cost, deriveKey },
      counter: randomInt(counters.min, counters.max + 1),
      expiresAt: new Date(Date.now() + minutes * 60_000),
      hmacSignatureSecret: secretOf(share),
    });
    if (signature === undefined) throw new Error("the challenge has no signature");
    return { parameters: { ...parameters }, signature };
  });
}

/** Returns the signature of a solved challenge, by which it is known. Throws a 400 for another one. */
export async function requireProof(share: OpenShare, { challenge, solution }: Proof): Promise<string> {
  const { expired, verified } = await verifySolution({
    // Its own signature shows whether the parameters are those of a challenge.
    challenge: { ...challenge, parameters: challenge.parameters as unknown as ChallengeParameters },
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    deriveKey,
    hmacSignatureSecret: secretOf(share),
  });
  if (verified) return challenge.signature;
  throw wrongProof(
    expired ? "has expired; solve a new challenge" : "is not the solution of a challenge of this form",
  );
}

export function wrongProof(message: string) {
  return badRequest([{ path: "proof", message }]);
}

function secretOf({ sealingKey }: OpenShare): string {
  return Buffer.from(keyOf("proof", sealingKey)).toString("base64url");
}
