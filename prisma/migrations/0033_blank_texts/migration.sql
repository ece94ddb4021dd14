-- A text of no characters is no value, so several records may have it in a field whose values are unique.
DO $$
DECLARE
  index record;
BEGIN
  FOR index IN SELECT schemaname, indexname, indexdef FROM pg_indexes WHERE starts_with(indexname, 'Unique_') LOOP
    EXECUTE format('DROP INDEX %I.%I', index.schemaname, index.indexname);
    EXECUTE regexp_replace(index.indexdef, ' WHERE .*$', '')
      || format(' WHERE ("data" ->> %L) <> ''''', substr(index.indexname, length('Unique_') + 1));
  END LOOP;
END
$$;
