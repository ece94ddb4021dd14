-- A transaction that undoes several writes keeps them apart.
ALTER TABLE "Change" ADD COLUMN "step" INTEGER NOT NULL DEFAULT 0;
