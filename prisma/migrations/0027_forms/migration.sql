-- Forms, which anybody who has their link fills in.
-- True if the view was a form when it was shared. The link works only while it is one, and others only while it is none.
ALTER TABLE "Share" ADD COLUMN "isForm" BOOLEAN NOT NULL DEFAULT false;

-- Null for a submission of a form.
ALTER TABLE "Change" ALTER COLUMN "personId" DROP NOT NULL;

-- The accepted submissions of forms. A view is named without a reference, as by its links.
CREATE TABLE "FormSubmission" (
  "baseId" TEXT NOT NULL,
  "viewId" TEXT NOT NULL,
  -- Chosen by the page, so that a retry is the same submission.
  "id" UUID NOT NULL,
  -- The signature of the challenge that was solved for it.
  "signature" BYTEA NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("viewId", "id")
);
CREATE UNIQUE INDEX "FormSubmission_viewId_signature_key" ON "FormSubmission" ("viewId", "signature");

-- Files that were uploaded for a submission, until the submission takes them.
CREATE TABLE "FormFile" (
  -- The handle that stands for the file.
  "id" UUID PRIMARY KEY,
  "baseId" TEXT NOT NULL,
  "viewId" TEXT NOT NULL,
  "submissionId" UUID NOT NULL,
  "fieldId" TEXT NOT NULL,
  "attachmentId" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "FormFile_viewId_submissionId_fieldId_idx" ON "FormFile" ("viewId", "submissionId", "fieldId");
CREATE INDEX "FormFile_attachmentId_idx" ON "FormFile" ("attachmentId");
CREATE INDEX "FormFile_at_idx" ON "FormFile" ("at");
