-- The lowest role that may read the values of a field. The rule stays when the field is erased, because the log still has
-- its values, and goes with the database.
ALTER TABLE "FieldRule" ADD COLUMN "read" TEXT NOT NULL DEFAULT 'viewer';
ALTER TABLE "FieldRule" DROP CONSTRAINT "FieldRule_fieldId_fkey";
ALTER TABLE "FieldRule" ADD CONSTRAINT "FieldRule_baseId_fkey"
  FOREIGN KEY ("baseId") REFERENCES "AllBases" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
