import { describe, expect, test } from "vitest";
import { tryParse } from "../contract/parse";
import { limits } from "./limits";
import {
  completeOptions,
  optionColors,
  optionIdOf,
  optionLabel,
  optionLabelOf,
  selectTemplate,
} from "./option";
import { quote } from "./text";

describe("the template", () => {
  test("has no options by default", () => {
    expect(selectTemplate.parse({})).toEqual({ options: [], disableColors: false });
  });

  test.each([
    [[{ label: "A", color: "purple" }]],
    [[{ label: "A", color: "#09afAF" }]],
    [[{ value: "aB12", label: "A" }]],
    [[{ label: " " }, { label: "a" }, { label: "A" }, { label: "__proto__" }]],
    [[{ label: "x".repeat(255) }]],
    [[{ label: "🙂".repeat(255) }]],
    [Array.from({ length: limits.optionsPerField }, (_, index) => ({ label: String(index) }))],
  ])("takes %j", (options) => {
    expect(selectTemplate.safeParse({ options }).error).toBeUndefined();
  });

  test.each<[options: unknown, path: string, message: string]>([
    [[{}], "options.0.label", "is required"],
    [[{ label: "" }], "options.0.label", "cannot be empty"],
    [[{ label: "x".repeat(256) }], "options.0.label", "takes at most 255 characters"],
    [[{ label: "🙂".repeat(256) }], "options.0.label", "takes at most 255 characters"],
    [[{ label: 5 }], "options.0.label", "takes text, not a number"],
    [[{ label: "A" }, { label: "A" }], "options.1.label", 'repeats that of an earlier option, "A"'],
    [
      [
        { value: "aaaa", label: "A" },
        { value: "aaaa", label: "B" },
      ],
      "options.1.value",
      'repeats that of an earlier option, "aaaa"',
    ],
    [
      [{ label: "A", value: "abc" }],
      "options.0.value",
      "is assigned by the server; omit it for a new option",
    ],
    [
      [{ label: "A", value: "l0OI" }],
      "options.0.value",
      "is assigned by the server; omit it for a new option",
    ],
    [
      [{ label: "A", color: "mauve" }],
      "options.0.color",
      `takes one of the colours ${optionColors.join(", ")}, or #rrggbb`,
    ],
    [[{ label: "A", colour: "red" }], "options.0", "is not a known key. Known keys: color, value, label"],
    [["A"], "options.0", "takes an object, not text"],
    [{}, "options", "takes a list, not an object"],
    [
      Array.from({ length: limits.optionsPerField + 1 }, (_, index) => ({ label: String(index) })),
      "options",
      "takes at most 1,000 options",
    ],
  ])("refuses %j", (options, path, message) => {
    const { error } = tryParse(selectTemplate, { options });
    expect(error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([[path, message]]);
  });
});

describe("completing the options", () => {
  test("keeps given keys and does not modify the template", () => {
    const given = { options: [{ value: "aaaa", label: "A", color: "#000000" }], disableColors: true };
    const before = structuredClone(given);
    expect(completeOptions(given)).toEqual(before);
    expect(given).toEqual(before);
  });

  test("assigns colours by position, starting over after the last", () => {
    const options = Array.from({ length: 34 }, (_, index) => ({ label: String(index) }));
    const { options: completed } = completeOptions({ options, disableColors: false });
    expect(completed.map((each) => each.color)).toEqual([
      ...optionColors,
      ...optionColors,
      "purple",
      "orange",
    ]);
  });

  test("assigns distinct ids of four base58 characters", () => {
    const options = Array.from({ length: limits.optionsPerField }, (_, index) => ({
      label: String(index),
      ...(index === 0 && { value: "aaaa" }),
    }));
    const ids = completeOptions({ options, disableColors: false }).options.map((each) => each.value);
    for (const id of ids) expect(id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{4}$/);
    expect(new Set(ids).size).toBe(limits.optionsPerField);
    expect(ids[0]).toBe("aaaa");
  });
});

describe("an option", () => {
  const template = completeOptions(
    selectTemplate.parse({ options: [{ label: "Open" }, { label: "Done" }, { label: "__proto__" }] }),
  );

  test("is given by its label and stored by its id", () => {
    for (const { value, label } of template.options) {
      expect(optionIdOf(label, template)).toBe(value);
      expect(optionLabelOf(value as string, template)).toBe(label);
    }
  });

  test("that was removed has no label", () => {
    expect(optionLabelOf("gone", template)).toBeNull();
    expect(() => optionIdOf("gone", template)).toThrow('no option "gone"');
  });

  test.each<[input: unknown, message: string]>([
    ["open", 'has no option "open"; the options are "Open", "Done", "__proto__"'],
    ["", 'has no option "", and a label cannot be empty; the options are "Open", "Done", "__proto__"'],
    [
      "x".repeat(256),
      `has no option ${quote("x".repeat(256))}, and a label takes at most 255 characters; the options are "Open", "Done", "__proto__"`,
    ],
    [5, "takes the label of an option, not a number"],
    [["Open"], "takes the label of an option, not a list"],
  ])("is not %j", (input, message) => {
    expect(
      optionLabel(template)
        .safeParse(input)
        .error?.issues.map((issue) => issue.message),
    ).toEqual([message]);
  });

  test("that is unknown is refused with the first known labels", () => {
    expect(messageOf([])).toBe('has no option "x"; the field has no options yet');
    const many = Array.from({ length: 22 }, (_, index) => ({ label: `o${index}` }));
    expect(messageOf(many)).toMatch(/the options are "o0", .*"o19" and 2 more$/);
    const most = Array.from({ length: limits.optionsPerField }, (_, index) => ({ label: `o${index}` }));
    expect(messageOf(most)).toMatch(/"o19" and 980 more, which is the maximum$/);
  });

  function messageOf(options: { label: string }[]): string | undefined {
    return optionLabel({ options, disableColors: false }).safeParse("x").error?.issues[0]?.message;
  }
});
