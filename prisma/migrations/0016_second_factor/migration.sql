-- One-time codes by an authenticator app (TOTP), and recovery codes for when it is lost.
ALTER TABLE "Person"
  -- Base32; null without a second factor.
  ADD COLUMN "secondFactor" TEXT,
  -- A secret that no code has confirmed yet.
  ADD COLUMN "pendingSecondFactor" TEXT,
  -- The time step of the last code used, so that none is used twice.
  ADD COLUMN "lastTimeStep" INTEGER;

CREATE TABLE "RecoveryCode" (
  -- SHA-256 of the person's id and the code.
  "hash" BYTEA PRIMARY KEY,
  "personId" UUID NOT NULL REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "RecoveryCode_personId_idx" ON "RecoveryCode" ("personId");
