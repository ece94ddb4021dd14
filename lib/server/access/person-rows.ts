import { Prisma } from "../db";
import type { PersonRights } from "./rights";

/** A stored person with their roles. */
export interface PersonRow extends PersonRights {
  readonly name: string | null;
  readonly email: string | null;
  readonly isActive: boolean;
}

/** SQL: a person's columns and roles. */
export const personColumns = Prisma.sql`json_build_object('id', "Person"."id", 'role', "Person"."role",
    'name', "Person"."name", 'email', "Person"."email", 'isActive', "Person"."deactivatedAt" IS NULL,
    'roles', CASE WHEN "Person"."role" = 'owner' THEN '{}'::json ELSE coalesce((
      SELECT json_object_agg("baseId", "role") FROM "Member" WHERE "Member"."personId" = "Person"."id"), '{}'::json) END
  ) AS "person"`;
