-- Who deleted a thing outlives the log, and what was deleted together is found by its change set.
ALTER TABLE "Trash" ADD COLUMN "actorId" UUID;
UPDATE "Trash" SET "actorId" = made."actorId"
FROM (
  SELECT gone."changeSetId", (
    SELECT "actorId" FROM "Change" WHERE "Change"."changeSetId" = gone."changeSetId" LIMIT 1
  ) AS "actorId"
  FROM (SELECT DISTINCT "changeSetId" FROM "Trash") AS gone
) AS made
WHERE made."changeSetId" = "Trash"."changeSetId" AND made."actorId" IS NOT NULL;
CREATE INDEX "Trash_baseId_changeSetId_id_idx" ON "Trash" ("baseId", "changeSetId", "id");
-- What the caller calls the change set.
ALTER TABLE "Change" ADD COLUMN "changeSetName" TEXT;
