-- The picture that a person has chosen for their account, in a table of its own so that no list of people reads it.
CREATE TABLE "Picture" (
  "personId" UUID PRIMARY KEY REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "bytes" BYTEA NOT NULL,
  "mimeType" TEXT NOT NULL,
  -- The beginning of the SHA-256 of the bytes; tells one picture from the next.
  "hash" TEXT NOT NULL
);
