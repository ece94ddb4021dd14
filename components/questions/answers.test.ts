import { describe, expect, it } from "vitest";
import { askedQuestions, problemsOf, sentValues } from "./answers";
import { question } from "./question-fixture";

const name = question("name", "single_line_text", { required: true });
const gift = question("gift", "checkbox", { required: true });
const wish = question("wish", "long_text", { required: true, showWhen: { field: "name", equals: "Ada" } });
const files = question("files", "attachments");
const link = question("link", "linked_record", { template: { tableId: "t", allowMultiple: true } });
const size = question("size", "number", { template: { decimalPlaces: 0 } });

const ada = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const report = {
  id: ada,
  filename: "a.pdf",
  originalName: "A.pdf",
  size: 3,
  mimeType: "application/pdf",
};

describe("the questions that are asked", () => {
  it("follow the conditions", () => {
    const asked = (value: unknown) => askedQuestions([name, wish], { name: value }).map(({ id }) => id);
    expect(asked("Ada")).toEqual(["name", "wish"]);
    expect(asked("Bob")).toEqual(["name"]);
  });

  it("take text that cannot be read for no answer", () => {
    const shown = question("shown", "single_line_text", { showWhen: { field: "size", is_empty: true } });
    const unreadable = { unreadable: "x", problem: "No." };
    expect(askedQuestions([size, shown], { size: unreadable }).map(({ id }) => id)).toEqual([
      "size",
      "shown",
    ]);
  });

  it("see the ids of chosen records", () => {
    const shown = question("shown", "single_line_text", { showWhen: { field: "link", contains: ada } });
    expect(askedQuestions([link, shown], { link: [{ id: ada, name: "Ada" }] })).toHaveLength(2);
    expect(askedQuestions([link, shown], { link: [] })).toHaveLength(1);
  });
});

describe("problems", () => {
  it("are those of shown questions alone", () => {
    expect(Object.keys(problemsOf([name, gift, wish], { name: "Bob", gift: true }))).toEqual([]);
    expect(Object.keys(problemsOf([name, gift, wish], { name: "Ada", gift: false }))).toEqual([
      "gift",
      "wish",
    ]);
    expect(Object.keys(problemsOf([name], { name: " \n" }))).toEqual(["name"]);
  });

  it("name what cannot be read", () => {
    const size = question("size", "number", { template: { decimalPlaces: 0 } });
    expect(problemsOf([size], { size: { unreadable: "x", problem: "Not a number." } })).toEqual({
      size: "Not a number.",
    });
  });
});

it("sends files by their handles and links by their ids, and nothing that is empty or not asked for", () => {
  const answers = {
    name: "Bob",
    gift: false,
    wish: "left from before",
    files: [report],
    link: [{ id: ada, name: "Ada" }],
    size: null,
  };
  expect(sentValues([name, gift, wish, files, link, size], answers)).toEqual({
    name: "Bob",
    gift: false,
    files: [{ id: ada }],
    link: [ada],
  });
});
