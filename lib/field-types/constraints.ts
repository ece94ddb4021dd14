import type { ResolvedType } from "./field-type";
import { storageKinds } from "./storage";

/** The rules that a field may have for its values. */
export interface Constraints {
  readonly isRequired?: boolean | undefined;
  readonly isUnique?: boolean | undefined;
}

/** The rules that hold, for answers: those that do not are left out. */
export function constraintsOf({ isRequired, isUnique }: Constraints): {
  readonly isRequired?: true;
  readonly isUnique?: true;
} {
  return { ...(isRequired && { isRequired }), ...(isUnique && { isUnique }) };
}

interface Constraint {
  readonly key: keyof Constraints;
  readonly problem: string;
  /** True if fields of the type can have the rule. */
  suits(fieldType: ResolvedType): boolean;
}

const constraints: readonly Constraint[] = [
  {
    key: "isRequired",
    problem: "is not possible for computed fields, because nobody writes their values",
    suits: ({ isComputed }) => !isComputed,
  },
  {
    key: "isUnique",
    problem: "is only possible for fields of texts, numbers, dates and times",
    suits: ({ isComputed, storage }) => !isComputed && "canBeUnique" in storageKinds[storage],
  },
];

/** The names of all rules. */
export const constraintKeys = constraints.map(({ key }) => key);

/** True if fields of the type can have the rule. */
export function canBe(key: keyof Constraints, fieldType: ResolvedType): boolean {
  return constraints.every((each) => each.key !== key || each.suits(fieldType));
}

/** The rules that are asked for and do not suit the type, with their problems. */
export function unsuitableConstraints(
  asked: Constraints,
  fieldType: ResolvedType,
): readonly Pick<Constraint, "key" | "problem">[] {
  return constraints.filter(({ key, suits }) => asked[key] && !suits(fieldType));
}
