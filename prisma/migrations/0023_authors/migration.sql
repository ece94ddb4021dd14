-- The people who created and last changed a record. NULL in records from before, and for writes without a person.
ALTER TABLE "Record" ADD COLUMN "createdById" UUID, ADD COLUMN "updatedById" UUID;
