-- Who did what to access, and from where. Names no other table, so that entries outlive what they are about.
CREATE TABLE "AuditEvent" (
  "id" UUID PRIMARY KEY,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "event" TEXT NOT NULL,
  "personId" UUID,
  "keyId" UUID,
  "address" TEXT,
  "databaseId" TEXT,
  "subjectKind" TEXT,
  "subjectId" TEXT,
  -- The name at that time.
  "subjectName" TEXT,
  "details" JSONB NOT NULL
);
CREATE INDEX "AuditEvent_at_id_idx" ON "AuditEvent" ("at", "id");
CREATE INDEX "AuditEvent_event_at_id_idx" ON "AuditEvent" ("event", "at", "id");
CREATE INDEX "AuditEvent_personId_at_id_idx" ON "AuditEvent" ("personId", "at", "id");
CREATE INDEX "AuditEvent_subjectId_at_id_idx" ON "AuditEvent" ("subjectId", "at", "id");
