import type { ComponentType } from "react";
import type { Problems } from "@/components/forms/problems";
import type { Field } from "@/lib/contract/fields";
import type { Template } from "./template";

/** A form for all settings of a field type, where one editor for each key would not do. */
export type OwnForm = ComponentType<OwnFormProps>;

export interface OwnFormProps {
  readonly template: Template;
  /** Changes some keys. */
  readonly onChange: (changes: Template) => void;
  /** The template as last submitted, which the problems are about. */
  readonly submitted: Template | undefined;
  readonly problems: Problems;
  readonly path: string;
  /** The field as saved; undefined for a new one. */
  readonly field: Field | undefined;
  /** True to focus the first setting. */
  readonly hasFocus: boolean;
}
