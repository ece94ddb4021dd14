import type { ErrorCode, Type } from "../../formulas";

/** A field, with the table that it belongs to. */
export interface CatalogField {
  readonly id: string;
  readonly tableId: string;
  /** Today's name; of a field in the trash, the name that it had. */
  readonly name: string;
  readonly type: string;
  /** As stored: formulas and filters with ids. */
  readonly template: object;
  readonly isDeleted?: boolean;
}

export interface CatalogTable {
  readonly id: string;
  readonly primaryFieldId: string;
  readonly fields: readonly CatalogField[];
}

/** A mistake in a template. The position is one in the stored formula, with ids. */
export interface TemplateProblem {
  readonly key: "formula" | "linkFieldId" | "targetFieldId" | "function";
  readonly message: string;
  readonly start?: number;
  readonly end?: number;
}

/** The type of a computed field's results, or the reason why every cell is an error. */
export type Outcome =
  | { readonly type: Exclude<Type, "blank">; readonly zone?: string; readonly error?: never }
  | { readonly error: ErrorCode; readonly problem?: TemplateProblem };

/** Fields in a stored filter, and not names of system properties. */
export function fieldsInFilter(filter: unknown): string[] {
  if (typeof filter !== "object" || filter === null) return [];
  const { and, or, field } = filter as { and?: unknown[]; or?: unknown[]; field?: unknown };
  const parts = [...(and ?? []), ...(or ?? [])].flatMap(fieldsInFilter);
  return typeof field === "string" && /^f[1-9A-HJ-NP-Za-km-z]{10}$/.test(field) ? [...parts, field] : parts;
}

export function linkedTable({ template }: CatalogField): string {
  return (template as { tableId: string }).tableId;
}

export function templateOf<Template>({ template }: CatalogField): Template {
  return template as Template;
}
