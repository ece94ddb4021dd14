import { prisma } from "../db";
import { change } from "../log/changes";
import { hashOf, mintedSecret, mintSecret } from "./secrets";

/** Minutes that a person may take to confirm on the device. */
export const challengeMinutes = 5;

/** Creates a challenge of 256 random bits in base64url: for a person who adds a passkey, or null for signing in. */
export async function createChallenge(personId: string | null): Promise<string> {
  const challenge = mintSecret();
  const expiresAt = new Date(Date.now() + challengeMinutes * 60_000);
  await change(() =>
    prisma().passkeyChallenge.create({ data: { hash: hashOf(challenge), personId, expiresAt } }),
  );
  return challenge;
}

/**
 * Uses up the challenge that a response answers, by deleting it: of two concurrent responses, only one succeeds. Returns it;
 * null for any other, such as that of somebody else.
 */
export async function takeChallenge(
  { clientDataJSON }: { readonly clientDataJSON: string },
  personId: string | null,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const { count } = await change(() =>
    prisma().passkeyChallenge.deleteMany({
      where: { hash: hashOf(challenge), personId, expiresAt: { gt: new Date() } },
    }),
  );
  return count === 1 ? challenge : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return typeof challenge === "string" && mintedSecret.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}
