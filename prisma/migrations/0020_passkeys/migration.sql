-- Signing in with passkeys (WebAuthn).
CREATE TABLE "Passkey" (
  "id" UUID PRIMARY KEY,
  "personId" UUID NOT NULL REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- The id that the authenticator has given it, in base64url.
  "credentialId" TEXT NOT NULL,
  -- In the format of COSE.
  "publicKey" BYTEA NOT NULL,
  -- How often it was used, as the authenticator counts; 0 for one that does not count.
  "counter" BIGINT NOT NULL,
  "name" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey" ("credentialId");
CREATE INDEX "Passkey_personId_idx" ON "Passkey" ("personId");

-- Challenges that authenticators have not signed yet.
CREATE TABLE "PasskeyChallenge" (
  -- SHA-256 of the challenge.
  "hash" BYTEA PRIMARY KEY,
  -- Who adds a passkey; null for signing in.
  "personId" UUID REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "PasskeyChallenge_personId_idx" ON "PasskeyChallenge" ("personId");
