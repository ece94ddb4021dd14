ALTER TABLE "ApiKey"
  ADD COLUMN "databases" JSONB,
  ADD COLUMN "expiresAt" TIMESTAMPTZ(3),
  ADD COLUMN "lastUsedAt" TIMESTAMPTZ(3),
  ADD COLUMN "revokedAt" TIMESTAMPTZ(3);

-- While a key is being rotated, two secrets open it.
CREATE TABLE "KeySecret" (
  "hash" BYTEA PRIMARY KEY,
  "keyId" UUID NOT NULL REFERENCES "ApiKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "endsAt" TIMESTAMPTZ(3)
);
CREATE INDEX "KeySecret_keyId_idx" ON "KeySecret" ("keyId");

INSERT INTO "KeySecret" ("hash", "keyId") SELECT "hash", "id" FROM "ApiKey";
ALTER TABLE "ApiKey" DROP COLUMN "hash";
