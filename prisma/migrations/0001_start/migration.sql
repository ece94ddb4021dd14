CREATE TABLE "Base" (
  "id" TEXT PRIMARY KEY,
  "name" TEXT NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "Table" (
  "id" TEXT PRIMARY KEY,
  "baseId" TEXT NOT NULL REFERENCES "Base" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT NOT NULL,
  "order" INTEGER NOT NULL,
  "primaryFieldId" TEXT NOT NULL
);
CREATE UNIQUE INDEX "Table_baseId_name_key" ON "Table" ("baseId", "name");

CREATE TABLE "Field" (
  "id" TEXT PRIMARY KEY,
  "tableId" TEXT NOT NULL REFERENCES "Table" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "template" JSON NOT NULL,
  "order" INTEGER NOT NULL,
  "lastNumber" INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "Field_tableId_name_key" ON "Field" ("tableId", "name");

CREATE TABLE "View" (
  "id" TEXT PRIMARY KEY,
  "tableId" TEXT NOT NULL REFERENCES "Table" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "config" JSON NOT NULL,
  "order" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "View_tableId_name_key" ON "View" ("tableId", "name");

-- One partition a table, so that scans, statistics, indexes and dropping a table stay local to it.
CREATE TABLE "Record" (
  "tableId" TEXT NOT NULL,
  "id" UUID NOT NULL,
  "data" JSONB NOT NULL,
  "position" NUMERIC NOT NULL,
  "source" TEXT NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY ("tableId", "id")
) PARTITION BY LIST ("tableId");
CREATE INDEX "Record_tableId_position_id_idx" ON "Record" ("tableId", "position", "id");

CREATE TABLE "Link" (
  "fieldId" TEXT NOT NULL,
  "fromId" UUID NOT NULL,
  "toId" UUID NOT NULL,
  "fromOrder" INTEGER NOT NULL,
  "toOrder" INTEGER NOT NULL,
  PRIMARY KEY ("fieldId", "fromId", "toId")
);
CREATE INDEX "Link_fieldId_toId_idx" ON "Link" ("fieldId", "toId");

CREATE TABLE "Attachment" (
  "id" TEXT PRIMARY KEY,
  "baseId" TEXT NOT NULL REFERENCES "Base" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "filename" TEXT NOT NULL,
  "originalName" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "mimeType" TEXT NOT NULL,
  "uploadedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Attachment_baseId_idx" ON "Attachment" ("baseId");

CREATE TABLE "ApiKey" (
  "id" UUID PRIMARY KEY,
  "name" TEXT NOT NULL,
  "hash" BYTEA NOT NULL,
  "scopes" TEXT[],
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey" ("hash");

CREATE TABLE "Session" (
  "id" UUID PRIMARY KEY,
  "hash" BYTEA NOT NULL,
  "keyId" UUID REFERENCES "ApiKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "Session_hash_key" ON "Session" ("hash");
CREATE INDEX "Session_expiresAt_idx" ON "Session" ("expiresAt");

CREATE TABLE "SignInCode" (
  "hash" BYTEA PRIMARY KEY,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL
);
