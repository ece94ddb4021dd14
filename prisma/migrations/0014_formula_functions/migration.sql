-- Functions for formulas, where plain SQL could raise. They depend on their arguments only.

-- The time zone, or NULL if PostgreSQL does not have it.
CREATE FUNCTION "formulaZone"("zone" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  PERFORM TIMESTAMPTZ '2000-01-01 00:00:00Z' AT TIME ZONE "zone";
  RETURN "zone";
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;

-- The moment that an ISO text means, in the zone unless the text has an offset. NULL if it means none.
CREATE FUNCTION "formulaTime"("text" text, "zone" text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "parts" text[] := regexp_match(
    "text",
    '^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?\s*$'
  );
  "local" text := "parts"[1] || ' ' || coalesce("parts"[2], '00:00');
BEGIN
  IF "parts" IS NULL THEN
    RETURN NULL;
  ELSIF "parts"[3] IS NULL THEN
    RETURN "local"::timestamp AT TIME ZONE "zone";
  END IF;
  RETURN ("local" || "parts"[3])::timestamptz;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;

-- The day that an ISO text means: as written, or of a text with an offset the day in the zone.
CREATE FUNCTION "formulaDate"("text" text, "zone" text) RETURNS date
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN ("formulaTime"("text", "zone") AT TIME ZONE "zone")::date;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;

-- Multiplies without leaving the range of numeric: beyond 10^5000 only a zero changes the product.
CREATE FUNCTION "formulaTimes"("product" numeric, "factor" numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN abs("product") > 1e5000 AND "factor" <> 0 THEN "product" ELSE "product" * "factor" END
$$;

-- The product of the numbers that are not NULL, or NULL if there is none.
CREATE AGGREGATE "formulaProduct"(numeric) (
  SFUNC = "formulaTimes",
  STYPE = numeric,
  PARALLEL = SAFE
);

-- The regular expression, or NULL if PostgreSQL cannot compile it or if it has more than 500 characters. PostgreSQL
-- evaluates this once a statement for a constant.
CREATE FUNCTION "formulaRegex"("pattern" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF length("pattern") > 500 THEN
    RETURN NULL;
  END IF;
  PERFORM '' COLLATE "und-x-icu" ~ "pattern";
  RETURN "pattern";
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN NULL;
END
$$;
