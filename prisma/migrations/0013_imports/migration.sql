-- Files that people import: how they are read, what was found in them, and what became of them. Their bytes are in the
-- data folder under their id.
CREATE TABLE "Import" (
  "id" UUID NOT NULL,
  "baseId" TEXT NOT NULL,
  "ownerId" UUID NOT NULL,
  "filename" TEXT NOT NULL,
  "size" BIGINT NOT NULL,
  "status" TEXT NOT NULL,
  "tableId" TEXT,
  "reading" JSONB NOT NULL,
  "analysis" JSONB,
  "progress" JSONB,
  "result" JSONB,
  "rejected" JSONB,
  "error" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "aliveAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Import_baseId_id_idx" ON "Import" ("baseId", "id");
CREATE INDEX "Import_createdAt_idx" ON "Import" ("createdAt");
