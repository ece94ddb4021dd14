-- The words that explain a field.
ALTER TABLE "AllFields" ADD COLUMN "description" TEXT;
CREATE OR REPLACE VIEW "Field" AS SELECT * FROM "AllFields" WHERE "trashId" IS NULL;
