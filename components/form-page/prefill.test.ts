import { expect, it } from "vitest";
import { question } from "@/components/questions/question-fixture";
import { readPrefill } from "./prefill";

const stages = { options: [{ label: "Open" }, { label: "Shut" }], disableColors: false };
const questions = [
  question("fName", "single_line_text", { name: "Name", label: "Your name" }),
  question("fSize", "number", { name: "Size", template: { decimalPlaces: 0 } }),
  question("fStage", "single_select", { name: "Stage", template: stages }),
  question("fStages", "multiple_select", { name: "Stages", template: stages }),
  question("fDay", "date", { name: "Day" }),
  question("fGift", "checkbox", { name: "Gift" }),
  question("fFiles", "attachments", { name: "Files" }),
];

it("reads answers by the name of a field, its id or its label", () => {
  const answers = (query: object) => readPrefill(questions, { ...query }).answers;
  expect(answers({ prefill_Name: "Ada", prefill_fSize: "3", prefill_Stage: "Shut" })).toEqual({
    fName: "Ada",
    fSize: 3,
    fStage: "Shut",
  });
  expect(answers({ "prefill_Your name": "Ada" })).toEqual({ fName: "Ada" });
  expect(answers({ prefill_Stages: "Shut, Open", prefill_Day: "2026-01-31", prefill_Gift: "yes" })).toEqual({
    fStages: ["Shut", "Open"],
    fDay: "2026-01-31",
    fGift: true,
  });
  expect(answers({ prefill_Name: ["Ada", "Bob"] })).toEqual({ fName: "Bob" });
});

it("leaves out what its field does not take", () => {
  const { answers } = readPrefill(questions, {
    prefill_Size: "three",
    prefill_Stage: "Unknown",
    prefill_Files: "a.pdf",
    prefill_Nobody: "x",
    Name: "x",
  });
  expect(answers).toEqual({});
});

it("hides questions only by “true”", () => {
  const { hiddenIds } = readPrefill(questions, {
    hide_Name: "true",
    hide_Size: "false",
    hide_Nobody: "true",
  });
  expect([...hiddenIds]).toEqual(["fName"]);
});
