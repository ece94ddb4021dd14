/** Roles in a database, each with all rights of those before it. */
export const roles = ["viewer", "commenter", "editor", "creator", "owner"] as const;
export type Role = (typeof roles)[number];

/** Roles in the installation, each with all rights of those before it. Owners may do everything in every database. */
export const installationRoles = ["guest", "member", "owner"] as const;
export type InstallationRole = (typeof installationRoles)[number];

/** True if a role includes the rights of another one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** True if a role in the installation includes the rights of another one. */
export function hasRank(role: InstallationRole, least: InstallationRole): boolean {
  return installationRoles.indexOf(role) >= installationRoles.indexOf(least);
}
