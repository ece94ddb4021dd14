import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { expect, it } from "vitest";
import { solve } from "./solve";

it.each([1, 3])("finds the solution that the library takes, at a cost of %i", async (cost) => {
  const challenge = await createChallenge({
    algorithm: "SHA-256",
    cost,
    counter: 321,
    deriveKey,
    hmacSignatureSecret: "secret",
  });
  const proof = await solve({
    parameters: { ...challenge.parameters },
    signature: String(challenge.signature),
  });
  expect(proof.solution.counter).toBe(321);
  const result = await verifySolution({
    challenge,
    solution: proof.solution,
    deriveKey,
    hmacSignatureSecret: "secret",
  });
  expect(result.verified).toBe(true);
});
