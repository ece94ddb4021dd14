import type { Choice } from "@/components/ui/select-field";
import { type InstallationRole, installationRoles, type Role, roles } from "@/lib/contract/roles";

export const roleWords: {
  readonly [Name in Role]: { readonly label: string; readonly description: string };
} = {
  viewer: { label: "Viewer", description: "Can read and export records" },
  commenter: { label: "Commenter", description: "Can read and export records" },
  editor: { label: "Editor", description: "Can also edit records and views" },
  creator: { label: "Creator", description: "Can also change tables and fields" },
  owner: { label: "Owner", description: "Can also share, rename and delete the database" },
};

export const installationRoleWords: {
  readonly [Name in InstallationRole]: { readonly label: string; readonly description: string };
} = {
  guest: { label: "Guest", description: "Can open the databases they are invited to" },
  member: { label: "Member", description: "Can also create databases" },
  owner: { label: "Owner", description: "Can do everything in every database, and manage people" },
};

/** The roles to choose from. Commenters are left out until there are comments, unless somebody is one. */
export function roleChoices(current?: Role): readonly Choice[] {
  return roles
    .filter((role) => role !== "commenter" || current === "commenter")
    .map((role) => ({ value: role, ...roleWords[role] }));
}

export const installationRoleChoices: readonly Choice[] = installationRoles.map((role) => ({
  value: role,
  ...installationRoleWords[role],
}));
