-- A change set stays open while writes keep joining it.
ALTER TABLE "JoinedChangeSet" ADD COLUMN "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp();
