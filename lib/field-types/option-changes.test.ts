import { describe, expect, test, vi } from "vitest";
import { limits } from "./limits";
import { completeOptions, type SelectTemplate, selectTemplate } from "./option";
import { addOptions, followOptions, removedOptions } from "./option-changes";

const previous = template([
  { value: "aaaa", label: "Open", color: "red" },
  { value: "bbbb", label: "Done", color: "#00ff00" },
]);

describe("a changed list of options", () => {
  test("keeps ids and colours of options matched by id or label", () => {
    expect(follow([{ value: "bbbb", label: "Finished" }, { label: "Open" }, { label: "New" }])).toEqual([
      { value: "bbbb", label: "Finished", color: "#00ff00" },
      { value: "aaaa", label: "Open", color: "red" },
      { value: undefined, label: "New", color: undefined },
    ]);
  });

  test("can move a label to a new option", () => {
    const [renamed, fresh] = follow([{ value: "aaaa", label: "Closed" }, { label: "Open" }]);
    expect(renamed?.value).toBe("aaaa");
    expect(fresh?.value).toBeUndefined();
  });

  test("changes a colour", () => {
    expect(follow([{ label: "Open", color: "blue" }])).toEqual([
      { value: "aaaa", label: "Open", color: "blue" },
    ]);
  });

  test("cannot contain an unknown option id", () => {
    const refuse = vi.fn();
    followOptions(previous, template([{ label: "A" }, { value: "cccc", label: "B" }]), refuse);
    expect(refuse.mock.calls).toEqual([
      [["options", 1, "value"], "is not the value of an existing option; omit it to create a new option"],
    ]);
  });

  test("reports removed options", () => {
    expect(removedOptions(previous, template([{ value: "bbbb", label: "Open" }]))).toEqual(["aaaa"]);
    expect(removedOptions(previous, previous)).toEqual([]);
  });

  function follow(options: unknown[]): SelectTemplate["options"] {
    return followOptions(previous, template(options), () => expect.unreachable()).options;
  }
});

describe("added options", () => {
  test("are the missing ones, once each, with id and colour", () => {
    const { options } = addOptions(["Open", "open", "New", "New"], previous);
    expect(options.map((each) => each.label)).toEqual(["Open", "Done", "open", "New"]);
    expect(options.slice(0, 2)).toEqual(previous.options);
    expect(completeOptions({ ...previous, options }).options).toEqual(options);
  });

  test("are none if no valid label is missing", () => {
    expect(addOptions(["Open", "", "x".repeat(256)], previous)).toBe(previous);
  });

  test("stop at the limit", () => {
    const labels = Array.from({ length: 2_000 }, (_, index) => String(index));
    expect(addOptions(labels, previous, 500).options).toHaveLength(502);
    expect(addOptions(labels, previous).options).toHaveLength(limits.optionsPerField);
  });
});

function template(options: unknown[]): SelectTemplate {
  return selectTemplate.parse({ options });
}
