-- Rules for the values of a field: none may be empty, and no two records may have the same.
ALTER TABLE "AllFields" ADD COLUMN "isRequired" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "AllFields" ADD COLUMN "isUnique" BOOLEAN NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW "Field" AS SELECT * FROM "AllFields" WHERE "trashId" IS NULL;
