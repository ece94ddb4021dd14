import { expect, it } from "vitest";
import { labelOfNew } from "./label-of-new";
import { newOption } from "./new-option";

const options = ["Open", "In progress"].map((label) => ({ label }));

it("is offered for valid labels that no option has in any case", () => {
  for (const search of ["", " ", "Open", "OPEN", " in progress ", "x".repeat(1_000)]) {
    expect(newOption(options, search)).toBeUndefined();
  }
  for (const search of ["Ope", " Ope "]) {
    expect(labelOfNew(newOption(options, search)?.key ?? "")).toBe("Ope");
  }
});

it("is distinguished from any other text", () => {
  for (const text of ["Open", "+ Open", "Create “Open”", ""]) expect(labelOfNew(text)).toBeUndefined();
});
