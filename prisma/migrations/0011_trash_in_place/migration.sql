-- Deleted bases, tables, fields and views stay where they are, with the entry of the trash that holds them. Every
-- row is in the tables "AllBases", "AllTables", "AllFields" and "AllViews"; the plain names are views of what is not
-- deleted, so that no statement has to leave out what is. A column that is added to a table has to be added to its
-- view too: CREATE OR REPLACE VIEW.
ALTER TABLE "Base" RENAME TO "AllBases";
ALTER TABLE "Table" RENAME TO "AllTables";
ALTER TABLE "Field" RENAME TO "AllFields";
ALTER TABLE "View" RENAME TO "AllViews";

ALTER TABLE "AllBases" ADD COLUMN "trashId" UUID;
ALTER TABLE "AllTables" ADD COLUMN "trashId" UUID, ALTER COLUMN "order" TYPE DOUBLE PRECISION;
ALTER TABLE "AllFields" ADD COLUMN "trashId" UUID, ALTER COLUMN "order" TYPE DOUBLE PRECISION;
ALTER TABLE "AllViews" ADD COLUMN "trashId" UUID, ALTER COLUMN "order" TYPE DOUBLE PRECISION;

CREATE VIEW "Base" AS SELECT * FROM "AllBases" WHERE "trashId" IS NULL;
CREATE VIEW "Table" AS SELECT * FROM "AllTables" WHERE "trashId" IS NULL;
CREATE VIEW "Field" AS SELECT * FROM "AllFields" WHERE "trashId" IS NULL;
CREATE VIEW "View" AS SELECT * FROM "AllViews" WHERE "trashId" IS NULL;

-- A name is free again once its owner is deleted.
DROP INDEX "Table_baseId_name_key";
DROP INDEX "Field_tableId_name_key";
DROP INDEX "View_tableId_name_key";
CREATE UNIQUE INDEX "Table_baseId_name_key" ON "AllTables" ("baseId", "name") WHERE "trashId" IS NULL;
CREATE UNIQUE INDEX "Field_tableId_name_key" ON "AllFields" ("tableId", "name") WHERE "trashId" IS NULL;
CREATE UNIQUE INDEX "View_tableId_name_key" ON "AllViews" ("tableId", "name") WHERE "trashId" IS NULL;
-- The siblings of a thing, deleted ones among them.
CREATE INDEX "AllTables_baseId_idx" ON "AllTables" ("baseId");
CREATE INDEX "AllFields_tableId_idx" ON "AllFields" ("tableId");
CREATE INDEX "AllViews_tableId_idx" ON "AllViews" ("tableId");
-- What an entry of the trash holds.
CREATE INDEX "AllBases_trashId_idx" ON "AllBases" ("trashId") WHERE "trashId" IS NOT NULL;
CREATE INDEX "AllTables_trashId_idx" ON "AllTables" ("trashId") WHERE "trashId" IS NOT NULL;
CREATE INDEX "AllFields_trashId_idx" ON "AllFields" ("trashId") WHERE "trashId" IS NOT NULL;
CREATE INDEX "AllViews_trashId_idx" ON "AllViews" ("trashId") WHERE "trashId" IS NOT NULL;

-- Only records are still kept whole in the trash.
ALTER TABLE "Trash" ALTER COLUMN "content" DROP NOT NULL;

-- What is in the trash so far goes back to where it was, as far as what it belongs to is there or in the trash too.
INSERT INTO "AllBases" ("id", "name", "version", "createdAt", "trashId")
SELECT kept."id", kept."name", kept."version", kept."createdAt", entry."id"
FROM "Trash" AS entry, json_to_record(entry."content" -> 'base') AS kept (
  "id" TEXT, "name" TEXT, "version" INTEGER, "createdAt" TIMESTAMPTZ(3))
WHERE entry."kind" = 'base' ORDER BY entry."id" DESC ON CONFLICT DO NOTHING;

INSERT INTO "AllTables" ("id", "baseId", "name", "order", "primaryFieldId", "trashId")
SELECT kept."id", entry."baseId", kept."name", kept."order", kept."primaryFieldId", entry."id"
FROM "Trash" AS entry, json_to_recordset(entry."content" -> 'tables') AS kept (
  "id" TEXT, "name" TEXT, "order" DOUBLE PRECISION, "primaryFieldId" TEXT)
WHERE entry."kind" IN ('base', 'table') AND EXISTS (SELECT FROM "AllBases" WHERE "AllBases"."id" = entry."baseId")
ORDER BY entry."id" DESC ON CONFLICT DO NOTHING;

INSERT INTO "AllFields" ("id", "tableId", "name", "type", "template", "order", "lastNumber", "trashId")
SELECT kept."id", kept."tableId", kept."name", kept."type", kept."template", kept."order", coalesce(kept."lastNumber", 0), entry."id"
FROM "Trash" AS entry, json_to_recordset(entry."content" -> 'fields') AS kept (
  "id" TEXT, "tableId" TEXT, "name" TEXT, "type" TEXT, "template" JSON, "order" DOUBLE PRECISION, "lastNumber" INTEGER)
WHERE entry."kind" IN ('base', 'table', 'field') AND EXISTS (SELECT FROM "AllTables" WHERE "AllTables"."id" = kept."tableId")
ORDER BY entry."id" DESC ON CONFLICT DO NOTHING;

INSERT INTO "AllViews" ("id", "tableId", "name", "type", "config", "order", "trashId")
SELECT kept."id", kept."tableId", kept."name", kept."type", kept."config", kept."order", entry."id"
FROM "Trash" AS entry, json_to_recordset(entry."content" -> 'views') AS kept (
  "id" TEXT, "tableId" TEXT, "name" TEXT, "type" TEXT, "config" JSON, "order" DOUBLE PRECISION)
WHERE entry."kind" IN ('base', 'table', 'view') AND EXISTS (SELECT FROM "AllTables" WHERE "AllTables"."id" = kept."tableId")
ORDER BY entry."id" DESC ON CONFLICT DO NOTHING;

-- A deleted thing stands behind the sibling that it came behind, between that and the next: where the entry lists
-- all of them by that list, or else by its number among them. Siblings are those that are there when the parent is.
CREATE FUNCTION "placedInTrash" (
  siblings JSONB, parent TEXT, "trashOfParent" UUID
) RETURNS TABLE ("id" TEXT, "order" DOUBLE PRECISION) LANGUAGE sql AS $$
  WITH sibling AS (
    SELECT * FROM jsonb_to_recordset(siblings) AS given ("id" TEXT, "order" DOUBLE PRECISION, "trashId" UUID)
  ), there AS (
    SELECT * FROM sibling WHERE "trashId" IS NOT DISTINCT FROM "trashOfParent"
  ), anchored AS (
    SELECT gone."id", gone."trashId", listed."position",
      coalesce(CASE WHEN listed."position" IS NULL
        THEN (SELECT max(there."order") FROM there WHERE there."order" < gone."order")
        ELSE (
          SELECT there."order" FROM jsonb_array_elements_text(listed."ids") WITH ORDINALITY AS other ("id", "position")
          JOIN there ON there."id" = other."id" WHERE other."position" < listed."position"
          ORDER BY other."position" DESC LIMIT 1)
      END, -1) AS "anchor"
    FROM sibling AS gone JOIN "Trash" AS entry ON entry."id" = gone."trashId"
    LEFT JOIN LATERAL (
      SELECT "order"."ids", at."position" FROM (SELECT entry."content"::jsonb -> 'orders' -> parent) AS "order" ("ids"),
        jsonb_array_elements_text("order"."ids") WITH ORDINALITY AS at ("id", "position")
      WHERE at."id" = gone."id"
    ) AS listed ON true
    WHERE gone."trashId" IS DISTINCT FROM "trashOfParent"
  )
  SELECT "id", "anchor" + 1 - 1.0 / (1 + row_number() OVER (PARTITION BY "anchor" ORDER BY "position", "trashId", "id"))
  FROM anchored
$$;

WITH placed AS (
  SELECT place.* FROM "AllBases" AS parent CROSS JOIN LATERAL "placedInTrash" (
    (SELECT jsonb_agg(to_jsonb(each)) FROM "AllTables" AS each WHERE each."baseId" = parent."id"), 'tables', parent."trashId"
  ) AS place WHERE EXISTS (SELECT FROM "AllTables" AS each WHERE each."baseId" = parent."id" AND each."trashId" IS NOT NULL)
) UPDATE "AllTables" AS moved SET "order" = placed."order" FROM placed WHERE moved."id" = placed."id";

WITH placed AS (
  SELECT place.* FROM "AllTables" AS parent CROSS JOIN LATERAL "placedInTrash" (
    (SELECT jsonb_agg(to_jsonb(each)) FROM "AllFields" AS each WHERE each."tableId" = parent."id"), parent."id", parent."trashId"
  ) AS place WHERE EXISTS (SELECT FROM "AllFields" AS each WHERE each."tableId" = parent."id" AND each."trashId" IS NOT NULL)
) UPDATE "AllFields" AS moved SET "order" = placed."order" FROM placed WHERE moved."id" = placed."id";

WITH placed AS (
  SELECT place.* FROM "AllTables" AS parent CROSS JOIN LATERAL "placedInTrash" (
    (SELECT jsonb_agg(to_jsonb(each)) FROM "AllViews" AS each WHERE each."tableId" = parent."id"), 'views ' || parent."id", parent."trashId"
  ) AS place WHERE EXISTS (SELECT FROM "AllViews" AS each WHERE each."tableId" = parent."id" AND each."trashId" IS NOT NULL)
) UPDATE "AllViews" AS moved SET "order" = placed."order" FROM placed WHERE moved."id" = placed."id";

DROP FUNCTION "placedInTrash";

-- Views say of deleted fields what they said, and leave that out of their answers. So far the entry of a field kept
-- what each view had said. The newest goes first: it was deleted when the others were gone already.
CREATE FUNCTION "withoutFields" (filter JSONB, gone TEXT[]) RETURNS JSONB LANGUAGE plpgsql AS $$
DECLARE
  kind TEXT := CASE WHEN filter ? 'and' THEN 'and' WHEN filter ? 'or' THEN 'or' END;
  parts JSONB;
BEGIN
  IF kind IS NULL THEN
    RETURN CASE WHEN filter ->> 'field' = ANY (gone) THEN 'null'::jsonb ELSE filter END;
  END IF;
  SELECT jsonb_agg("part" ORDER BY "place") INTO parts FROM (
    SELECT "withoutFields" ("value", gone) AS "part", "place"
    FROM jsonb_array_elements(filter -> kind) WITH ORDINALITY AS each ("value", "place")
  ) AS each WHERE "part" <> 'null';
  IF parts IS NULL AND jsonb_array_length(filter -> kind) > 0 THEN RETURN 'null'; END IF;
  RETURN jsonb_build_object(kind, coalesce(parts, '[]'));
END $$;

CREATE FUNCTION "withFieldsBack" (config JSONB, was JSONB, back TEXT[]) RETURNS JSONB LANGUAGE plpgsql AS $$
DECLARE
  key TEXT;
  fieldId TEXT;
  behind TEXT;
  placed JSONB := coalesce(config -> 'orderedFieldIds', '[]');
BEGIN
  IF "withoutFields" (was -> 'filter', back) = coalesce(config -> 'filter', 'null') THEN
    config := config || jsonb_build_object('filter', was -> 'filter');
  END IF;
  FOREACH key IN ARRAY ARRAY['sorts', 'groups'] LOOP
    IF coalesce(config -> key, '[]') = (
      SELECT coalesce(jsonb_agg("each" ORDER BY "place"), '[]')
      FROM jsonb_array_elements(was -> key) WITH ORDINALITY AS listed ("each", "place") WHERE "each" ->> 'fieldId' <> ALL (back)
    ) THEN config := config || jsonb_build_object(key, was -> key); END IF;
  END LOOP;
  IF coalesce(config -> 'hiddenFieldIds', '[]') = (was -> 'hiddenFieldIds') - back THEN
    config := config || jsonb_build_object('hiddenFieldIds', was -> 'hiddenFieldIds');
  ELSE
    config := config || jsonb_build_object('hiddenFieldIds', coalesce(config -> 'hiddenFieldIds', '[]') || (
      SELECT coalesce(jsonb_agg("id"), '[]') FROM jsonb_array_elements_text(was -> 'hiddenFieldIds') AS "id"
      WHERE "id" = ANY (back) AND NOT coalesce(config -> 'hiddenFieldIds', '[]') ? "id"));
  END IF;
  config := config || jsonb_build_object('fieldWidths', (
    SELECT coalesce(jsonb_object_agg("id", "width"), '{}') FROM jsonb_each(was -> 'fieldWidths') AS each ("id", "width")
    WHERE "id" = ANY (back)) || coalesce(config -> 'fieldWidths', '{}'));
  FOR fieldId IN SELECT "id" FROM jsonb_array_elements_text(was -> 'orderedFieldIds') WITH ORDINALITY AS each ("id", "place")
    WHERE "id" = ANY (back) ORDER BY "place"
  LOOP
    SELECT before."id" INTO behind
    FROM jsonb_array_elements_text(was -> 'orderedFieldIds') WITH ORDINALITY AS before ("id", "place")
    WHERE placed ? before."id" AND before."place" < (
      SELECT "place" FROM jsonb_array_elements_text(was -> 'orderedFieldIds') WITH ORDINALITY AS each ("id", "place")
      WHERE each."id" = fieldId LIMIT 1)
    ORDER BY before."place" DESC LIMIT 1;
    SELECT jsonb_agg("id" ORDER BY "place") INTO placed FROM (
      SELECT "id", "place"::numeric FROM jsonb_array_elements_text(placed) WITH ORDINALITY AS each ("id", "place") WHERE "id" <> fieldId
      UNION ALL SELECT fieldId, coalesce((
        SELECT "place" FROM jsonb_array_elements_text(placed) WITH ORDINALITY AS each ("id", "place") WHERE "id" = behind), 0) + 0.5
    ) AS each;
  END LOOP;
  RETURN config || jsonb_build_object('orderedFieldIds', placed);
END $$;

DO $$
DECLARE
  entry RECORD;
BEGIN
  FOR entry IN
    SELECT "id", "content"::jsonb AS "content" FROM "Trash"
    WHERE "kind" IN ('field', 'table') AND jsonb_typeof("content"::jsonb -> 'configs') = 'object' ORDER BY "id" DESC
  LOOP
    UPDATE "AllViews" AS kept SET "config" = "withFieldsBack" (
      kept."config"::jsonb,
      said."config" || jsonb_build_object('orderedFieldIds', coalesce(
        entry."content" -> 'orders' -> said."viewId", said."config" -> 'orderedFieldIds')),
      ARRAY(SELECT "id" FROM "AllFields" WHERE "AllFields"."trashId" = entry."id" AND "AllFields"."tableId" = kept."tableId")
    )::json
    FROM jsonb_each(entry."content" -> 'configs') AS said ("viewId", "config") WHERE kept."id" = said."viewId";
  END LOOP;
END $$;

DROP FUNCTION "withFieldsBack";
DROP FUNCTION "withoutFields";

UPDATE "Trash" SET "content" = NULL WHERE "kind" <> 'record';
