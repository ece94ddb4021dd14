-- Rules that narrow who may change records. Only those that differ from the default have a row, which goes with its
-- table or field when that is erased.
CREATE TABLE "TableRule" (
  "tableId" TEXT PRIMARY KEY REFERENCES "AllTables" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "baseId" TEXT NOT NULL,
  -- The lowest roles that may do it.
  "create" TEXT NOT NULL,
  "update" TEXT NOT NULL,
  "delete" TEXT NOT NULL
);
CREATE INDEX "TableRule_baseId_idx" ON "TableRule" ("baseId");

CREATE TABLE "FieldRule" (
  "fieldId" TEXT PRIMARY KEY REFERENCES "AllFields" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "baseId" TEXT NOT NULL,
  "update" TEXT NOT NULL
);
CREATE INDEX "FieldRule_baseId_idx" ON "FieldRule" ("baseId");
