import type { ReactNode } from "react";
import type { Problems } from "@/components/forms/problems";
import type { Template } from "./template";

/** Edits the value of one key of a field's template. */
export type TemplateEditor<Value> = (props: TemplateEditorProps<Value>) => ReactNode;

export interface TemplateEditorProps<Value> {
  value: Value;
  /** The whole template, for a key that depends on another. */
  template: Template;
  onChange(value: Value): void;
  problems: Problems;
  /** The path of the value in `problems`, such as `fields[1].template.options`. */
  path: string;
}
