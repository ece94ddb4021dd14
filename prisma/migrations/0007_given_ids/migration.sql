-- Whether somebody else has given the id of a change set before.
CREATE INDEX "JoinedChangeSet_givenId_idx" ON "JoinedChangeSet" ("givenId");
