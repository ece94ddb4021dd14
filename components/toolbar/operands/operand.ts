import type { ComponentType } from "react";
import type { Subject } from "../subjects";

/** Gives a condition what it compares with. */
export interface OperandEditorProps {
  readonly subject: Subject;
  /** Undefined until there is one. */
  readonly operand: unknown;
  readonly onChange: (operand: unknown) => void;
}

/** How one value is given. */
export interface OperandEditor {
  readonly One: ComponentType<OperandEditorProps>;
  /** By picking it from what there is, so that each change is a whole value; else it is written. */
  readonly isChosen?: true;
}
