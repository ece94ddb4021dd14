import { expect, test } from "vitest";
import { type FilterKind, filter, operatorsOf } from "@/lib/contract/filters";
import { firstOperator, formOf, operatorWords } from "./operators";

const operands = { nothing: true, value: "Open", text: "pe", values: ["Open", "Shut"], days: "this_week" };

test("every operator of every kind accepts its editor's operands", () => {
  for (const [kind, operators] of Object.entries(operatorsOf)) {
    for (const operator of operators) {
      const written = { field: "Stage", [operator]: operands[formOf(operator, kind as FilterKind)] };
      expect(filter.safeParse(written).success, `${kind} ${operator}`).toBe(true);
    }
  }
});

test("operators of a kind have unique names", () => {
  for (const [kind, operators] of Object.entries(operatorsOf)) {
    const called = operators.map((operator) => operatorWords(operator, kind as FilterKind));
    expect(new Set(called).size, kind).toBe(called.length);
    expect(operators).toContain(firstOperator(kind as FilterKind));
  }
});
