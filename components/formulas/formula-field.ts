import type { CheckedField, NamedField } from "@/lib/formulas";

/** A field that a formula can use. */
export interface FormulaField extends NamedField {
  /** Field type in the API, for the icon. */
  readonly fieldType: string;
  /** As the checker sees it; undefined if only the server can tell, which then checks the formula. */
  readonly checked?: CheckedField;
  readonly linked?: () => FormulaScope;
}

/** The fields of a table, and through link fields those of other tables. */
export interface FormulaScope {
  readonly fields: readonly FormulaField[];
}
