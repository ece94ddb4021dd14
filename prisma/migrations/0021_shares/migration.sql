-- Links that show a view to everybody who has them. A view, table and database are named without references, because they
-- belong to another plane.
CREATE TABLE "Share" (
  "id" UUID PRIMARY KEY,
  "baseId" TEXT NOT NULL,
  "tableId" TEXT NOT NULL,
  "viewId" TEXT NOT NULL,
  -- SHA-256 of the token.
  "hash" BYTEA NOT NULL,
  -- Seals cursors and addresses of files; ends with the token and the password.
  "sealingKey" TEXT NOT NULL,
  -- A hash with its parameters and salt.
  "password" TEXT,
  "expiresAt" TIMESTAMPTZ(3),
  "allowExport" BOOLEAN NOT NULL,
  "allowCopy" BOOLEAN NOT NULL,
  "embed" BOOLEAN NOT NULL,
  "showsName" BOOLEAN NOT NULL,
  "createdById" UUID NOT NULL REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "Share_hash_key" ON "Share" ("hash");
CREATE INDEX "Share_baseId_idx" ON "Share" ("baseId");
CREATE INDEX "Share_createdById_idx" ON "Share" ("createdById");
