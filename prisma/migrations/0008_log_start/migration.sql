-- Up to where the log of a database has been deleted for its age: who read it up to a place before that has missed something.
CREATE TABLE "LogStart" (
  "baseId" TEXT PRIMARY KEY,
  "xid" BIGINT NOT NULL,
  "number" BIGINT NOT NULL
);
