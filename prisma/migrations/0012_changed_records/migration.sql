-- The records that one entry of the log changed, where they are too many for the entry itself: those of an import and
-- of its undo. They belong to the entry with their number, and are deleted with it.
CREATE TABLE "ChangedRecord" (
  "tableId" TEXT NOT NULL,
  "entry" BIGINT NOT NULL,
  "recordId" UUID NOT NULL,
  "before" JSONB,
  "after" JSONB,
  CONSTRAINT "ChangedRecord_pkey" PRIMARY KEY ("tableId", "entry", "recordId")
);
