-- The person who alone sees a view; NULL for views of everybody. Not a reference, as people are a plane of their own.
ALTER TABLE "AllViews" ADD COLUMN "ownerId" UUID;
CREATE OR REPLACE VIEW "View" AS SELECT * FROM "AllViews" WHERE "trashId" IS NULL;

-- A name tells nothing about the personal views of others.
DROP INDEX "View_tableId_name_key";
CREATE UNIQUE INDEX "View_tableId_name_key" ON "AllViews" ("tableId", "name")
  WHERE "trashId" IS NULL AND "ownerId" IS NULL;
CREATE UNIQUE INDEX "View_tableId_ownerId_name_key" ON "AllViews" ("tableId", "ownerId", "name")
  WHERE "trashId" IS NULL AND "ownerId" IS NOT NULL;
