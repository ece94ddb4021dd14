-- Some of these ids become part of statements and of paths, where no parameter can stand. So no row holds one that
-- Rowhouse has not minted: not even a row that a backup brings.
ALTER TABLE "Base" ADD CONSTRAINT "Base_id_is_minted" CHECK ("id" ~ '^[0-9a-f]{16}$');
ALTER TABLE "Table"
  ADD CONSTRAINT "Table_id_is_minted" CHECK ("id" ~ '^t[1-9A-HJ-NP-Za-km-z]{10}$'),
  ADD CONSTRAINT "Table_primaryFieldId_is_minted" CHECK ("primaryFieldId" ~ '^f[1-9A-HJ-NP-Za-km-z]{10}$');
ALTER TABLE "Field" ADD CONSTRAINT "Field_id_is_minted" CHECK ("id" ~ '^f[1-9A-HJ-NP-Za-km-z]{10}$');
ALTER TABLE "View" ADD CONSTRAINT "View_id_is_minted" CHECK ("id" ~ '^v[1-9A-HJ-NP-Za-km-z]{10}$');
ALTER TABLE "Attachment"
  ADD CONSTRAINT "Attachment_id_is_minted" CHECK ("id" ~ '^[0-9a-f]{32}$'),
  ADD CONSTRAINT "Attachment_baseId_is_minted" CHECK ("baseId" ~ '^[0-9a-f]{16}$');

-- The key that made a key. Null: the launcher, or somebody whom it let in.
ALTER TABLE "ApiKey" ADD COLUMN "madeById" UUID REFERENCES "ApiKey" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Since when no cell holds a file, as far as housekeeping has looked.
ALTER TABLE "Attachment" ADD COLUMN "unusedSince" TIMESTAMPTZ(3);

-- The sessions of a key are counted.
CREATE INDEX "Session_keyId_idx" ON "Session" ("keyId");
