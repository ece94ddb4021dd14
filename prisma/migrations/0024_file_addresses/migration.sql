-- Secrets of this installation, made once. Addresses of files are signed with "files": 244 random bits.
CREATE TABLE "Secret" (
  "name" TEXT PRIMARY KEY,
  "value" BYTEA NOT NULL
);
INSERT INTO "Secret" ("name", "value")
VALUES ('files', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
