-- Links are always looked up by a record. By its statistics a field that has just been filled has no links, so that
-- PostgreSQL would rather read all of them, once a record. Without statistics it takes every field for a large one.
-- To set the type, which stays, is to forget those that were gathered so far.
ALTER TABLE "Link" ALTER COLUMN "fieldId" TYPE TEXT, ALTER COLUMN "fieldId" SET STATISTICS 0;
