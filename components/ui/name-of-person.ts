import { shownName } from "@/lib/field-types/people";

/** The name to show for a person. */
export function nameOfPerson({ name, email }: { name: string | null; email?: string | null }): string {
  return shownName({ name: name ?? email ?? null });
}
