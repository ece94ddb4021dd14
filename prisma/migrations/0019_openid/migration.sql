-- Signing in by OpenID Connect.
CREATE TABLE "Identity" (
  "issuer" TEXT NOT NULL,
  -- The provider's id of the account, which never changes.
  "subject" TEXT NOT NULL,
  "personId" UUID NOT NULL REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  PRIMARY KEY ("issuer", "subject")
);
CREATE INDEX "Identity_personId_idx" ON "Identity" ("personId");

-- Browsers that were sent to the provider and have not returned yet.
CREATE TABLE "OpenIdRequest" (
  -- SHA-256 of the cookie's token.
  "hash" BYTEA PRIMARY KEY,
  -- SHA-256 of the state, with which the provider answers.
  "state" BYTEA NOT NULL,
  "nonce" TEXT NOT NULL,
  -- The secret of PKCE, which redeems the provider's code.
  "verifier" TEXT NOT NULL,
  "next" TEXT NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL
);
