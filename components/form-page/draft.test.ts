import { expect, it } from "vitest";
import { question } from "@/components/questions/question-fixture";
import { emptyAnswers } from "@/lib/contract/forms";
import { newDraft, readDraft, writeDraft } from "./draft";

const name = question("name", "single_line_text");
const size = question("size", "number", { template: { decimalPlaces: 0 } });
const link = question("link", "linked_record", { template: { tableId: "t", allowMultiple: true } });
const files = question("files", "attachments");
const questions = [name, size, link, files];

const given = { initial: emptyAnswers(questions), prefilled: { answers: {}, text: "[]" } };

const id = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const answers = {
  name: "Ada",
  size: { unreadable: "12x", problem: "Not a number." },
  link: [{ id, name: "Acme" }],
  files: [{ id, filename: "a.pdf", originalName: "A.pdf", size: 3, mimeType: "application/pdf" }],
};

it("comes back as it was stored, with its submission id", () => {
  const draft = { ...newDraft(given), answers };
  const text = writeDraft(questions, draft);
  expect(readDraft(questions, { text, ...given })).toEqual(draft);
});

it("leaves out answers that their questions no longer take", () => {
  const text = writeDraft(questions, { ...newDraft(given), answers });
  const changed = [question("name", "long_text"), question("size", "date"), link];
  expect(
    readDraft(changed, { text, initial: emptyAnswers(changed), prefilled: { answers: {}, text: "[]" } })
      ?.answers,
  ).toEqual({
    name: null,
    size: null,
    link: answers.link,
  });
});

it("keeps what was typed over a prefilled answer, until the address prefills something else", () => {
  const from = (text: string, name: string) => ({ ...given, prefilled: { text, answers: { name } } });
  const draft = newDraft(from("now", "9:00"));
  expect(draft.answers.name).toBe("9:00");
  const text = writeDraft(questions, { ...draft, answers: { ...draft.answers, name: "Ada" } });
  expect(readDraft(questions, { text, ...from("now", "9:01") })?.answers.name).toBe("Ada");
  expect(readDraft(questions, { text, ...from("Cy", "Cy") })?.answers.name).toBe("Cy");
});

it("is nothing where nothing or something else is stored", () => {
  for (const text of [null, "", "{", "[]", '{"id":"x"}', "null"]) {
    expect(readDraft(questions, { text, ...given })).toBeUndefined();
  }
});
