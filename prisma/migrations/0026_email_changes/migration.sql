-- A new e-mail address of an account that its link has not confirmed yet.
CREATE TABLE "EmailChange" (
  "personId" UUID PRIMARY KEY REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- SHA-256 of the token.
  "hash" BYTEA NOT NULL,
  "email" TEXT NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "EmailChange_hash_key" ON "EmailChange" ("hash");
