import type { ComponentType } from "react";
import type { Subject } from "../subjects";

/** Props of an editor for a condition's operand. */
export interface OperandEditorProps {
  readonly subject: Subject;
  /** Undefined until entered. */
  readonly operand: unknown;
  readonly onChange: (operand: unknown) => void;
  /** True for a computed field, whose values depend on no day. */
  readonly isComputed?: boolean;
}

/** An editor for one value. */
export interface OperandEditor {
  readonly One: ComponentType<OperandEditorProps>;
  /** A picker of several values, which stays open while they are picked. Without one, values are added by text. */
  readonly Many?: ComponentType<OperandEditorProps>;
  /** The editor of a value that is added to a list, if it is another one. */
  readonly Added?: ComponentType<OperandEditorProps>;
}
