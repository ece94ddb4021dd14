import type { ComponentType } from "react";
import type { Subject } from "../subjects";

/** Props of an editor for a condition's operand. */
export interface OperandEditorProps {
  readonly subject: Subject;
  /** Undefined until entered. */
  readonly operand: unknown;
  readonly onChange: (operand: unknown) => void;
}

/** An editor for one value. */
export interface OperandEditor {
  readonly One: ComponentType<OperandEditorProps>;
  /** True if it is a picker, so that each change is a complete value; else a text input. */
  readonly isChosen?: true;
}
