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

-- The moment that a text means, in the zone unless the text has an offset; NULL if it means none. The groups of the
-- pattern are the parts of the date. Without a year, it is that of "today"; without a month and a day, so are they.
CREATE FUNCTION "formulaParse"("text" text, "pattern" text, "parts" text[], "today" date, "zone" text)
RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "found" text[] := regexp_match("text", "pattern");
  "part" text;
  "year" integer;
  "month" integer;
  "day" integer;
  "hour" integer := 0;
  "minute" integer := 0;
  "second" numeric := 0;
  "half" text;
  "shift" interval;
  "first" date;
  "result" timestamptz;
BEGIN
  FOR "at" IN 1..cardinality("parts") LOOP
    "part" := "found"["at"];
    CONTINUE WHEN "part" IS NULL;
    CASE "parts"["at"]
      WHEN 'year' THEN "year" := "part";
      WHEN 'shortYear' THEN "year" := "part"::integer + CASE WHEN "part"::integer > 68 THEN 1900 ELSE 2000 END;
      WHEN 'month' THEN "month" := "part";
      WHEN 'monthName' THEN
        "month" := (strpos('janfebmaraprmayjunjulaugsepoctnovdec', lower(left("part", 3))) + 2) / 3;
      WHEN 'day' THEN "day" := "part";
      WHEN 'hour' THEN "hour" := "part";
      WHEN 'minute' THEN "minute" := "part";
      WHEN 'second' THEN "second" := "second" + "part"::numeric;
      WHEN 'fraction' THEN "second" := "second" + ('0.' || "part")::numeric;
      WHEN 'half' THEN "half" := lower(left("part", 1));
      WHEN 'offset' THEN
        "shift" := make_interval(mins => CASE WHEN upper("part") = 'Z' THEN 0
          ELSE (left("part", 1) || '1')::integer * (substr("part", 2, 2)::integer * 60 + right("part", 2)::integer) END);
      WHEN 'epoch' THEN "result" := to_timestamp("part"::float8);
      WHEN 'epochMillisecond' THEN "result" := to_timestamp("part"::float8 / 1000);
    END CASE;
  END LOOP;
  IF "half" IS NOT NULL THEN
    IF "hour" NOT BETWEEN 1 AND 12 THEN
      RETURN NULL;
    END IF;
    "hour" := "hour" % 12 + CASE "half" WHEN 'p' THEN 12 ELSE 0 END;
  END IF;
  IF "year" IS NULL AND "month" IS NULL AND "day" IS NULL THEN
    "month" := extract(month FROM "today");
    "day" := extract(day FROM "today");
  END IF;
  "year" := coalesce("year", extract(year FROM "today"));
  "month" := coalesce("month", 1);
  "day" := coalesce("day", 1);
  IF "found" IS NULL OR "year" < 1 OR "month" NOT BETWEEN 1 AND 12 OR "hour" > 23 OR "minute" > 59 OR "second" >= 60
    OR abs(extract(epoch FROM "shift")) >= 57600 THEN
    RETURN NULL;
  END IF;
  "first" := make_date("year", "month", 1);
  IF "day" < 1 OR "first" + "day" - 1 >= "first" + INTERVAL '1 month' THEN
    RETURN NULL;
  END IF;
  "result" := coalesce("result",
    ("first" + "day" - 1 + make_interval(hours => "hour", mins => "minute", secs => "second"::float8)
      - coalesce("shift", INTERVAL '0')) AT TIME ZONE CASE WHEN "shift" IS NULL THEN "zone" ELSE 'UTC' END);
  RETURN CASE WHEN "result" >= TIMESTAMPTZ '0001-01-01Z' AND "result" < TIMESTAMPTZ '10000-01-01Z' THEN "result" END;
END
$$;

-- The moment that an ISO text means, in the zone unless the text has an offset. NULL if it means none.
CREATE FUNCTION "formulaTime"("text" text, "zone" text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT "formulaParse"(
    "text",
    '^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?\s*(Z|[+-]\d{2}:?\d{2})?)?\s*$',
    '{year, month, day, hour, minute, second, offset}',
    DATE '0001-01-01',
    "zone"
  )
$$;

-- The day that an ISO text means: as written, or of a text with an offset the day in the zone.
CREATE FUNCTION "formulaDate"("text" text, "zone" text) RETURNS date
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN "text" ~ '(Z|[+-]\d{2}:?\d{2})\s*$' THEN ("formulaTime"("text", "zone") AT TIME ZONE "zone")::date
    ELSE ("formulaTime"("text", 'UTC') AT TIME ZONE 'UTC')::date END
$$;

-- A day that is moved by whole months, at most to the last day of the month, and then by whole days. NULL outside the
-- years 1 to 9999.
CREATE FUNCTION "formulaShift"("date" date, "months" numeric, "days" numeric) RETURNS date
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "month" numeric := extract(year FROM "date") * 12 + extract(month FROM "date") - 1 + trunc("months");
  "day" numeric;
BEGIN
  IF "month" NOT BETWEEN 0 AND 120011 THEN
    RETURN NULL;
  END IF;
  "day" := ("date" + make_interval(months => trunc("months")::integer))::date - DATE '0001-01-01' + trunc("days");
  RETURN CASE WHEN "day" BETWEEN 0 AND 3652058 THEN DATE '0001-01-01' + "day"::integer END;
END
$$;

-- A moment that is moved by whole months and days on the calendar and the clock of a zone. It keeps its offset if the
-- local time has it, because there are two in the hour that is repeated when daylight saving time ends.
CREATE FUNCTION "formulaShift"("time" timestamptz, "months" numeric, "days" numeric, "zone" text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "local" timestamp := "time" AT TIME ZONE "zone";
  "moved" timestamp := "formulaShift"("local"::date, "months", "days") + "local"::time;
  "result" timestamptz := ("time" AT TIME ZONE 'UTC' + ("moved" - "local")) AT TIME ZONE 'UTC';
BEGIN
  IF "result" AT TIME ZONE "zone" <> "moved" THEN
    "result" := "moved" AT TIME ZONE "zone";
  END IF;
  RETURN CASE WHEN "result" >= TIMESTAMPTZ '0001-01-01Z' AND "result" < TIMESTAMPTZ '10000-01-01Z' THEN "result" END;
END
$$;

-- The number of whole months from one local time to another, negative if the end is before the start.
CREATE FUNCTION "formulaMonths"("end" timestamp, "start" timestamp) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "months" numeric := extract(year FROM "end") * 12 + extract(month FROM "end")
    - extract(year FROM "start") * 12 - extract(month FROM "start");
BEGIN
  IF "end" < "start" THEN
    RETURN - "formulaMonths"("start", "end");
  END IF;
  RETURN "months" - CASE WHEN "start" + make_interval(months => "months"::integer) > "end" THEN 1 ELSE 0 END;
END
$$;

-- The number of Mondays to Fridays from the first day of year 1, which was a Monday, up to a day.
CREATE FUNCTION "formulaWeekdays"("date" date) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ("date" - DATE '0001-01-01' + 1) / 7 * 5 + least(("date" - DATE '0001-01-01' + 1) % 7, 5)
$$;

-- The days in a list of ISO texts, each of which may have several with commas between them. NULL if one is none.
CREATE FUNCTION "formulaHolidays"("texts" text[], "zone" text) RETURNS date[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN coalesce(bool_and("day" IS NOT NULL), true)
    THEN coalesce(array_agg(DISTINCT "day") FILTER (WHERE extract(isodow FROM "day") < 6), '{}') END
  FROM (
    SELECT "formulaDate"("part", "zone") AS "day"
    FROM unnest("texts") AS "texts" ("text") CROSS JOIN regexp_split_to_table("text", '[,;\n]') AS "parts" ("part")
    WHERE btrim("part") <> ''
  ) AS "days"
$$;

-- The working day that is a number of them after a day, or before it. Holidays are Mondays to Fridays, each once. NULL
-- outside the years 1 to 9999.
CREATE FUNCTION "formulaWorkday"("date" date, "count" numeric, "holidays" date[]) RETURNS date
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "sign" integer := sign(trunc("count"));
  "holiday" date;
  -- Numbers of Mondays to Fridays.
  "target" numeric := "formulaWeekdays"("date" - CASE WHEN "sign" < 0 THEN 1 ELSE 0 END) + trunc("count")
    + CASE WHEN "sign" < 0 THEN 1 ELSE 0 END;
  "day" numeric;
BEGIN
  IF "sign" = 0 THEN
    RETURN "formulaShift"("date", 0, 0);
  END IF;
  FOR "holiday" IN SELECT "each" FROM unnest("holidays") AS "days" ("each")
    WHERE ("each" - "date") * "sign" > 0 ORDER BY ("each" - "date") * "sign"
  LOOP
    EXIT WHEN ("formulaWeekdays"("holiday") - "target") * "sign" > 0;
    "target" := "target" + "sign";
  END LOOP;
  "day" := div("target" - 1, 5) * 7 + mod("target" - 1, 5);
  RETURN CASE WHEN "target" >= 1 AND "day" <= 3652058 THEN DATE '0001-01-01' + "day"::integer END;
END
$$;

-- The number of working days between two days, both included; negative if the end is before the start.
CREATE FUNCTION "formulaWorkdays"("start" date, "end" date, "holidays" date[]) RETURNS numeric
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN "end" < "start" THEN -1 ELSE 1 END * (
    "formulaWeekdays"(greatest("start", "end")) - "formulaWeekdays"(least("start", "end") - 1)
    - (SELECT count(*) FROM unnest("holidays") AS "days" ("day")
      WHERE "day" BETWEEN least("start", "end") AND greatest("start", "end"))
  )::numeric
$$;

-- A number without its sign in digits, rounded half away from zero: at least so many before the point, with commas
-- between thousands if it is grouped, and between so many behind it.
CREATE FUNCTION "formulaDigits"("number" numeric, "whole" integer, "isGrouped" boolean, "least" integer, "most" integer)
RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "digits" text := round(abs("number"), "most")::text;
  "before" text := ltrim(split_part("digits", '.', 1), '0');
  "behind" text := split_part("digits", '.', 2);
BEGIN
  "before" := lpad("before", greatest(length("before"), "whole"), '0');
  IF "isGrouped" THEN
    "before" := regexp_replace("before", '(\d)(?=(\d{3})+$)', '\1,', 'g');
  END IF;
  "behind" := left("behind", "least") || rtrim(substr("behind", "least" + 1), '0');
  RETURN "before" || CASE WHEN "most" > 0 THEN '.' ELSE '' END || "behind";
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

-- Before version 17, PostgreSQL cannot handle exceptions in parallel queries.
DO $$
BEGIN
  IF current_setting('server_version_num')::integer < 170000 THEN
    ALTER FUNCTION "formulaRegex"(text) PARALLEL UNSAFE;
    ALTER FUNCTION "formulaZone"(text) PARALLEL UNSAFE;
  END IF;
END
$$;
