import type { Locator } from "playwright/test";
import type { Table } from "../../lib/contract/tables";
import { expect, type GridPage, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";

const name = { type: "single_line_text", name: "Name" };
const labels = {
  type: "multiple_select",
  name: "Labels",
  template: { options: ["Red", "Green", "Blue", "Large, or larger"].map((label) => ({ label })) },
};
const stars = { type: "rating", name: "Stars" };
const newYork = {
  type: "datetime",
  name: "At",
  template: { dateFormat: "iso", timeFormat: "24h", timezone: "America/New_York" },
};
const files = { type: "attachments", name: "Files" };
const people = {
  fields: [name, { type: "email", name: "Email" }],
  records: [{ Name: "Ada" }, { Name: "Grace", Email: "amazing@example.com" }, { Name: "Edsger" }],
};
const team = { type: "linked_record", name: "Team", template: { tableId: "People" } };

const typedEdits = [
  { type: "percent", typed: "25", stored: 0.25, shown: "25%" },
  { type: "percent", template: { showProgressBar: true }, typed: "40 %", stored: 0.4, shown: "40%" },
  { type: "duration", typed: "1:30", stored: 5400, shown: "1:30" },
  { type: "phone_number", typed: "+1 555 123 4567", stored: "+1 555 123 4567", shown: "+1 555 123 4567" },
  {
    type: "datetime",
    template: newYork.template,
    typed: "2026-01-31 9:30 pm",
    stored: "2026-02-01T02:30:00.000Z",
    shown: "2026-01-31 21:30",
  },
];

for (const { typed, stored, shown, ...field } of typedEdits) {
  test(`${field.type}: “${typed}” is shown as ${shown} and can be edited again`, async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, { ...field, name: "Value" }], records: [{ Name: "One" }] });
    await grid.select(1, "Value");
    await grid.type(typed);
    await expect(grid.editor(1, "Value")).toHaveValue(typed);
    await grid.press("Enter");
    await expect(grid.cell(1, "Value")).toHaveText(shown);
    await grid.expectStored(1, "Value", stored);
    await grid.press("F2", "Enter", "Delete");
    await grid.expectStored(1, "Value", null);
    expect(grid.patches).toEqual([stored, null].map((value) => patchOf(grid, "Value", value)));
  });
}

test("typing in the open editor of a filled single select starts a new search", async ({ gridOf }) => {
  const options = ["Open", "Shut"].map((label) => ({ label }));
  const stage = { type: "single_select", name: "Stage", template: { options } };
  const grid = await gridOf({ fields: [name, stage], records: [{ Name: "One", Stage: "Open" }] });
  await grid.select(1, "Stage");
  await grid.press("Enter");
  await grid.type("Sh");
  await expect(grid.editor(1, "Stage")).toHaveValue("Sh");
  await grid.press("Enter");
  await grid.expectStored(1, "Stage", "Shut");
});

test("choosing a new option creates it, and undo removes it", async ({ gridOf }) => {
  const stage = { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }] } };
  const grid = await gridOf({ fields: [name, stage], records: [{ Name: "One" }, { Name: "Two" }] });
  const list = grid.page.getByRole("listbox", { name: "Stage" });
  const labelsOf = async () => {
    const { body } = await grid.api.get<Table>(`/bases/${grid.base.id}/tables/${grid.table.id}`);
    const template = body.fields[1]?.template as { options: { label: string }[] };
    return template.options.map(({ label }) => label);
  };
  await grid.select(1, "Stage");
  await grid.type("On hold");
  await expect(list.getByRole("option")).toHaveText(["Create “On hold”"]);
  await grid.press("Enter");
  await expect(grid.cell(1, "Stage")).toHaveText("On hold");
  await grid.expectFocus(2, "Stage");
  await grid.expectStored(1, "Stage", "On hold");
  // Matches come first; an option of the same name, ignoring case, is not created again.
  await grid.type("op");
  await expect(list.getByRole("option")).toHaveText(["Open", "Create “op”"]);
  await grid.press("ArrowDown");
  await expect(grid.editor(2, "Stage")).toHaveValue("op");
  await grid.press("Tab");
  await grid.expectStored(2, "Stage", "op");
  expect(await labelsOf()).toEqual(["Open", "On hold", "op"]);
  await grid.select(2, "Stage");
  await grid.type("OPEN");
  await expect(list.getByRole("option")).toHaveText(["Open"]);
  await grid.press("Escape", "Control+z");
  await grid.expectStored(2, "Stage", null);
  expect(await labelsOf()).toEqual(["Open", "On hold"]);
  // Leaving the editor creates none: the input is kept and marked.
  await expect(grid.cell(2, "Stage")).toHaveText("");
  await grid.expectAtRest();
  await grid.type("slip");
  await expect(grid.editor(2, "Stage")).toHaveValue("slip");
  await grid.cell(1, "Name").click();
  await expect(grid.cell(2, "Stage")).toHaveAttribute("aria-invalid", "true");
  expect(await labelsOf()).toEqual(["Open", "On hold"]);
});

test.describe("a multiple select", () => {
  test("creates new options beside existing ones", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, labels], records: [{ Name: "One" }] });
    const list = grid.page.getByRole("listbox", { name: "Labels" });
    await grid.select(1, "Labels");
    await grid.type("gre");
    await grid.press("ArrowDown", "Enter");
    await expect(list.getByRole("option", { selected: true })).toHaveText(["Create “gre”"]);
    await grid.type("Red");
    await grid.press("Enter");
    await grid.expectStored(1, "Labels", ["gre", "Red"]);
    await expect(grid.cell(1, "Labels")).toHaveText("greRed");
    await grid.press("Control+z");
    await grid.expectStored(1, "Labels", []);
  });

  test("typing selects the first match, or a list of options", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, labels], records: [{ Name: "One" }, { Name: "Two" }] });
    await grid.select(1, "Labels");
    await grid.type("gre");
    await expect(grid.editor(1, "Labels")).toHaveValue("gre");
    await grid.press("Enter");
    await grid.expectFocus(2, "Labels");
    await grid.type("red, blue");
    await grid.press("Enter");
    await grid.expectStored(1, "Labels", ["Green"]);
    await grid.expectStored(2, "Labels", ["Red", "Blue"]);
    await expect(grid.cell(2, "Labels")).toHaveText("RedBlue");
    expect(grid.patches).toHaveLength(2);
  });

  test("arrow keys and Enter pick options, and a second Enter commits", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, labels], records: [{ Name: "One", Labels: ["Green"] }] });
    await grid.select(1, "Labels");
    await grid.press("F2", "ArrowDown", "Enter", "ArrowDown", "ArrowDown", "Enter");
    const list = grid.page.getByRole("listbox", { name: "Labels" });
    await expect(list.getByRole("option", { selected: true })).toHaveText(["Red", "Green", "Blue"]);
    expect(grid.patches).toEqual([]);
    await grid.press("Enter");
    await grid.expectStored(1, "Labels", ["Green", "Red", "Blue"]);
    await grid.press("F2", "Backspace", "Backspace", "Enter");
    await grid.expectStored(1, "Labels", ["Green"]);
    expect(grid.patches).toHaveLength(2);
  });

  test("clicks pick options; a click elsewhere commits and Esc cancels", main, async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, labels], records: [{ Name: "One", Labels: ["Green"] }] });
    await grid.cell(1, "Labels").dblclick();
    const list = grid.page.getByRole("listbox", { name: "Labels" });
    await list.getByRole("option", { name: "Large, or larger" }).click();
    await list.getByRole("option", { name: "Green" }).click();
    await expect(grid.editor(1, "Labels")).toBeFocused();
    await grid.cell(1, "Name").click();
    await grid.expectStored(1, "Labels", ["Large, or larger"]);
    await grid.cell(1, "Labels").dblclick();
    await list.getByRole("option", { name: "Red" }).click();
    await grid.press("Escape");
    await expect(grid.cell(1, "Labels")).toHaveText("Large, or larger");
    await grid.press("Delete");
    await grid.expectStored(1, "Labels", []);
    expect(grid.patches).toHaveLength(2);
  });

  test("marks the cell if the text matches no option", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, labels], records: [{ Name: "One" }] });
    await grid.select(1, "Labels");
    await grid.type("purple");
    await grid.cell(1, "Name").click();
    await expect(grid.cell(1, "Labels")).toHaveAttribute("aria-invalid", "true");
    await grid.select(1, "Labels");
    await grid.press("F2");
    await expect(grid.editor(1, "Labels")).toHaveValue("purple");
  });
});

test("a rating is set by a digit, the arrow keys or a click on a star; Delete clears it", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields: [name, stars], records: [{ Name: "One" }] });
  const image = grid.cell(1, "Stars").getByRole("img");
  await grid.select(1, "Stars");
  await grid.press("4");
  await expect(image).toHaveAccessibleName("4 of 5 stars");
  await grid.expectFocus(1, "Stars");
  await grid.press("Enter");
  const slider = grid.cell(1, "Stars").getByRole("slider", { name: "Stars" });
  await expect(slider).toBeFocused();
  await grid.press("ArrowLeft", "ArrowLeft");
  await expect(slider).toHaveValue("2");
  await grid.press("Enter");
  await grid.expectStored(1, "Stars", 2);
  await grid.cell(1, "Stars").dblclick();
  await slider.locator("xpath=..").locator("[data-star='5']").click();
  await grid.expectStored(1, "Stars", 5);
  await grid.expectFocus(1, "Stars");
  await grid.press("0");
  await grid.expectStored(1, "Stars", 0);
  await grid.press("x", "Delete");
  await grid.expectStored(1, "Stars", null);
  expect(grid.patches).toEqual([4, 2, 5, 0, null].map((value) => patchOf(grid, "Stars", value)));
  await grid.press("9");
  await expect(grid.cell(1, "Stars")).toHaveAccessibleDescription(/Stars takes a whole number from 0 to 5/);
});

test("a date with time is chosen in the field's time zone", main, async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [name, newYork],
    records: [{ Name: "One", At: "2026-01-31T14:30:00Z" }],
  });
  await expect(grid.cell(1, "At")).toHaveText("2026-01-31 09:30");
  await grid.cell(1, "At").dblclick();
  await grid.page.getByRole("button", { name: /January 20th, 2026/ }).click();
  await expect(grid.editor(1, "At")).toHaveValue("2026-01-20 09:30");
  await grid.cell(1, "At").getByLabel("Time", { exact: true }).fill("21:15");
  await expect(grid.editor(1, "At")).toHaveValue("2026-01-20 21:15");
  await grid.press("Enter");
  await grid.expectStored(1, "At", "2026-01-21T02:15:00.000Z");
  await expect(grid.cell(1, "At")).toHaveText("2026-01-20 21:15");
  expect(grid.patches).toHaveLength(1);
});

test("a click on a non-focusable part of the calendar keeps the editor open", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [name, newYork], records: [{ Name: "One" }] });
  await grid.cell(1, "At").dblclick();
  await grid.type("2026-01-31");
  const calendar = grid.cell(1, "At").getByLabel("At: calendar");
  await calendar.getByText("Mo", { exact: true }).click();
  await grid.type(" 10:00");
  await grid.press("Enter");
  await grid.expectStored(1, "At", "2026-01-31T15:00:00.000Z");

  await grid.cell(1, "At").dblclick();
  await calendar.getByRole("combobox", { name: "Choose the Month" }).selectOption("March");
  await calendar.getByRole("combobox", { name: "Choose the Year" }).selectOption("1999");
  await grid.page.getByRole("button", { name: /March 2nd, 1999/ }).click();
  await expect(grid.editor(1, "At")).toHaveValue("1999-03-02 10:00");
  await calendar.locator("..").getByRole("button", { name: "Clear" }).click();
  await grid.expectStored(1, "At", null);
});

test.describe("linked records", () => {
  test("are found by typing and picked by arrow keys and clicks", main, async ({ gridOf }) => {
    const grid = await gridOf({
      others: { People: people },
      fields: [name, team],
      records: [{ Name: "One" }, { Name: "Two" }],
    });
    const [ada, grace, edsger] = await idsOf(grid, "People");
    await grid.select(1, "Team");
    await grid.type("gra");
    const list = grid.page.getByRole("listbox", { name: "Team" });
    await expect(list.getByRole("option")).toHaveText(["Grace", "Create “gra”"]);
    await grid.press("Enter");
    await grid.expectStored(1, "Team", [grace]);
    await expect(grid.cell(1, "Team")).toHaveText("Grace");
    await grid.expectFocus(2, "Team");

    await grid.cell(1, "Team").dblclick();
    await expect(list.getByRole("option")).toHaveText(["Grace", "Ada", "Edsger"]);
    await expect(list.getByRole("option", { selected: true })).toHaveText(["Grace"]);
    await list.getByRole("option", { name: "Ada" }).click();
    await grid.press("ArrowDown", "Enter");
    await grid.cell(2, "Name").click();
    await grid.expectStored(1, "Team", [ada]);
    await grid.select(1, "Team");
    await grid.type("eds");
    await expect(list.getByRole("option")).toHaveText(["Edsger", "Create “eds”"]);
    await grid.press("Tab");
    await grid.expectStored(1, "Team", [ada, edsger]);
    await expect(grid.cell(1, "Team")).toHaveText("AdaEdsger");
    await grid.select(1, "Team");
    await grid.press("Delete");
    await grid.expectStored(1, "Team", []);
    await grid.page.reload();
    await expect(grid.cell(1, "Team")).toHaveText("");
  });

  test("are created by their name, if it is new and Enter or a click asks for it", async ({ gridOf }) => {
    const grid = await gridOf({
      others: { People: people },
      fields: [name, team],
      records: [{ Name: "One" }],
    });
    const list = grid.page.getByRole("listbox", { name: "Team" });
    const editor = grid.page.getByRole("combobox", { name: "Team" });
    await grid.select(1, "Team");
    await grid.type("ada");
    await expect(list.getByRole("option")).toHaveText(["Ada"]);
    await editor.fill("Zed Newman");
    await expect(list.getByRole("option")).toHaveText(["Create “Zed Newman”"]);
    await grid.press("Tab");
    // Text alone creates nothing.
    await expect(grid.cell(1, "Team")).toHaveAttribute("aria-invalid", "true");
    expect(await idsOf(grid, "People")).toHaveLength(3);
    await grid.select(1, "Team");
    await grid.press("Enter");
    await editor.fill("Zed Newman");
    await expect(list.getByRole("option")).toHaveText(["Create “Zed Newman”"]);
    await grid.press("Enter");
    await expect(editor).toHaveValue("");
    await expect(list.getByRole("option", { selected: true })).toHaveText(["Zed Newman"]);
    await grid.press("Enter");
    await expect(grid.cell(1, "Team")).toHaveText("Zed Newman");
    await grid.expectStored(1, "Team", [(await idsOf(grid, "People"))[3]]);
    await grid.press("Control+z");
    await grid.expectStored(1, "Team", []);
    // Undo is about the open table: the new record stays in its own.
    expect(await idsOf(grid, "People")).toHaveLength(4);
  });

  test("are found by their names, not by other fields", async ({ gridOf }) => {
    const fields = [...people.fields, { type: "single_line_text", name: "City" }];
    const records = [
      { Name: "Ada", City: "Paris" },
      { Name: "Paris Hill", City: "London" },
    ];
    const grid = await gridOf({
      others: { People: { fields, records } },
      fields: [name, team],
      records: [{}],
    });
    await grid.select(1, "Team");
    await grid.type("paris");
    const list = grid.page.getByRole("listbox", { name: "Team" });
    await expect(list.getByRole("option")).toHaveText(["Paris Hill", "Create “paris”"]);
  });

  test("a single link is replaced by the next one", async ({ gridOf }) => {
    const lead = { ...team, name: "Lead", template: { ...team.template, allowMultiple: false } };
    const grid = await gridOf({
      others: { People: people },
      fields: [name, lead],
      records: [{ Name: "One" }],
    });
    const [ada, grace] = await idsOf(grid, "People");
    await grid.cell(1, "Lead").dblclick();
    const list = grid.page.getByRole("listbox", { name: "Lead" });
    await list.getByRole("option", { name: "Ada" }).click();
    await expect(list).toBeHidden();
    await grid.expectStored(1, "Lead", [ada]);
    await grid.expectFocus(1, "Lead");
    await grid.press("F2");
    await expect(list.getByRole("option")).toHaveText(["Ada", "Grace", "Edsger"]);
    await grid.press("ArrowDown", "ArrowDown", "Enter");
    await grid.expectStored(1, "Lead", [grace]);
    expect(grid.patches).toHaveLength(2);
  });

  test("show their names even if a field of their table is called id", async ({ gridOf }) => {
    const own = { type: "single_line_text", name: "id" };
    const grid = await gridOf({
      others: { People: { fields: [name, own], records: [{ Name: "Ada", id: "ada" }, { Name: "Grace" }] } },
      fields: [name, team],
      records: [{ Name: "One" }],
    });
    await grid.select(1, "Team");
    await grid.type("gra");
    await expect(grid.page.getByRole("option", { name: "Grace" })).toBeVisible();
    await grid.press("Enter");
    await expect(grid.cell(1, "Team")).toHaveText("Grace");
    const [, grace = ""] = await idsOf(grid, "People");
    await grid.expectStored(1, "Team", [grace]);
    await grid.page.reload();
    await expect(grid.cell(1, "Team")).toHaveText("Grace");
    await grid.cell(1, "Team").dblclick();
    const list = grid.page.getByRole("listbox", { name: "Team" });
    await expect(list.getByRole("option")).toHaveText(["Grace", "Ada"]);
  });

  test("have their names requested once for all cells", async ({ gridOf }) => {
    const grid = await gridOf({
      others: { People: people },
      fields: [name, team],
      records: Array.from({ length: 10 }, (_, index) => ({ Name: `Project ${index}` })),
    });
    const ids = await idsOf(grid, "People");
    const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records`;
    const { body } = await grid.api.post(`${path}/list`, {});
    const records = body.records.map(({ id }: { id: string }) => ({ recordId: id, Team: ids }));
    await grid.api.call(`${path}/bulk`, { method: "PUT", body: { records } });
    const url = grid.page.url();
    // The open page hears of the links, and requests the names too.
    await grid.page.goto("about:blank");
    const asked: unknown[] = [];
    grid.page.on("request", (request) => {
      if (request.postData()?.includes('"recordIds"')) asked.push(request.postDataJSON());
    });
    await grid.page.goto(url);
    await expect(grid.cell(10, "Team")).toContainText("Ada");
    await expect(grid.cell(1, "Team")).toContainText("Ada");
    expect(asked).toHaveLength(1);
  });
});

test.describe("attachments", () => {
  test("are chosen, shown, saved and removed", main, async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }] });
    const cell = grid.cell(1, "Files");
    await cell.dblclick();
    await expect(grid.editor(1, "Files")).toBeFocused();
    await grid.editor(1, "Files").setInputFiles([
      { name: "dot.png", mimeType: "image/png", buffer: dot },
      { name: "Notes, final.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
    ]);
    await expect(cell.getByRole("button", { name: "Remove dot.png" })).toBeVisible();
    await expect(cell.getByRole("button", { name: "Remove Notes, final.txt" })).toBeVisible();
    expect(grid.patches).toEqual([]);
    await grid.press("Enter");
    await expect(cell.getByRole("img", { name: "dot.png" })).toBeVisible();
    await expect.poll(async () => ((await grid.stored(1)).Files as unknown[]).length).toBe(2);
    await cell.click();
    await expect(cell.getByRole("link", { name: "Open dot.png" })).toHaveAttribute("href", /dot\.png\?/);
    const viewer = grid.page.getByRole("dialog", { name: "dot.png" });
    for (const open of [
      () => grid.press("Alt+Enter"),
      () => cell.getByRole("link", { name: "Open dot.png" }).click(),
    ]) {
      await open();
      await expect(viewer.getByRole("img", { name: "dot.png" })).toBeVisible();
      await grid.press("ArrowRight", "Escape");
      await expect(viewer).toHaveCount(0);
    }
    await expect(cell).toBeFocused();

    await grid.press("F2", "ArrowUp", "Enter");
    await expect(cell.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
    await grid.press("Enter");
    await expect.poll(async () => ((await grid.stored(1)).Files as unknown[]).length).toBe(1);
    await grid.press("Delete");
    await grid.expectStored(1, "Files", []);
    expect(grid.patches).toHaveLength(3);
  });

  test("a click beside a running upload does not cancel it", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }] });
    const goOn = await hold(grid.page, "**/attachments?**");
    await grid.select(1, "Files");
    await grid.press("Enter");
    await grid
      .editor(1, "Files")
      .setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
    await grid.cell(1, "Files").getByText("note.txt").click();
    goOn();
    await expect(grid.cell(1, "Files").getByRole("button", { name: "Remove note.txt" })).toBeVisible();
    await expect(grid.editor(1, "Files")).toBeFocused();
  });

  test("continue to upload after a click elsewhere and are saved in the cell", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }, { Name: "Two" }] });
    const uploads = await holdUploads(grid);
    await grid.cell(1, "Files").dblclick();
    await grid.editor(1, "Files").setInputFiles([text("first.txt"), text("second.txt")]);
    await grid.cell(2, "Name").click();
    await grid.expectFocus(2, "Name");
    await expect(grid.editor(1, "Files")).toHaveCount(0);
    await expect(grid.page.getByText("Uploading 2 files…")).toBeVisible();
    expect(await leavingAsks(grid)).toBe(true);
    // A reopened editor shows running uploads, and finished ones in its list.
    await grid.cell(1, "Files").dblclick();
    const box = grid.cell(1, "Files");
    await expect(box.getByRole("list", { name: "Uploads" }).getByRole("listitem")).toHaveCount(2);
    await expect(grid.page.getByText("Uploading 2 files…")).toHaveCount(0);
    uploads.letOneGo();
    await expect(box.getByRole("button", { name: "Remove first.txt" })).toBeVisible();
    await grid.press("Enter");
    await expect(grid.page.getByText("Uploading second.txt…")).toBeVisible();
    uploads.letOneGo();
    await expect(grid.page.getByText("Uploading second.txt…")).toHaveCount(0);
    await expectFiles(grid, 1, ["first.txt", "second.txt"]);
    await expect(grid.cell(1, "Files")).toContainText("first.txt");
    await expect.poll(() => leavingAsks(grid)).toBe(false);
    expect(await grid.page.getByText(/not (added|saved)/).count()).toBe(0);
  });

  test("that fail to upload after the editor closed are named in a message", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }, { Name: "Two" }] });
    const uploads = await holdUploads(grid);
    await grid.cell(1, "Files").dblclick();
    await grid.editor(1, "Files").setInputFiles([text("lost.txt"), text("kept.txt")]);
    await grid.cell(2, "Name").click();
    uploads.failOne();
    await expect(grid.page.getByText("lost.txt was not added")).toBeVisible();
    uploads.letOneGo();
    await expectFiles(grid, 1, ["kept.txt"]);
    // Its record may have been deleted meanwhile.
    await grid.cell(2, "Files").dblclick();
    await grid.editor(2, "Files").setInputFiles([text("late.txt")]);
    await grid.cell(1, "Name").click();
    const [, second = ""] = await idsOf(grid, grid.table.id);
    await grid.api.call(`/bases/${grid.base.id}/tables/${grid.table.id}/records/${second}`, {
      method: "DELETE",
    });
    uploads.letOneGo();
    await expect(grid.page.getByText("late.txt was not added")).toBeVisible();
    await expect.poll(() => leavingAsks(grid)).toBe(false);
  });

  test("stop uploading when the edit is cancelled", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }] });
    const uploads = await holdUploads(grid);
    await grid.cell(1, "Files").dblclick();
    await grid.editor(1, "Files").setInputFiles([text("note.txt")]);
    await expect(grid.cell(1, "Files").getByText("note.txt")).toBeVisible();
    await grid.press("Escape");
    await expect(grid.page.getByText("Upload stopped")).toBeVisible();
    uploads.letOneGo();
    expect(await leavingAsks(grid)).toBe(false);
    await grid.expectStored(1, "Files", []);
    expect(grid.patches).toEqual([]);
  });

  test("continue to upload when the open record is closed", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }] });
    const uploads = await holdUploads(grid);
    await grid.select(1, "Name");
    await grid.press("Space");
    const record = grid.record("One");
    await record.getByRole("button", { name: "Edit Files" }).click();
    await record
      .getByLabel("Files", { exact: true })
      .and(grid.page.locator("input"))
      .setInputFiles([text("note.txt")]);
    await record.getByRole("button", { name: "Close record" }).click();
    await expect(record).toHaveCount(0);
    uploads.letOneGo();
    await expectFiles(grid, 1, ["note.txt"]);
  });

  test("can be dropped on a cell; dropped elsewhere they do not navigate away", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }, { Name: "Two" }] });
    await grid.select(1, "Name");
    expect(await dropFile(grid.cell(2, "Name"), "lost.png")).toEqual(["dragover", "drop"]);
    expect(await dropFile(grid.page.getByRole("link", { name: "Projects" }), "lost.png")).toHaveLength(2);
    await grid.expectFocus(1, "Name");
    expect(await dropFile(grid.cell(2, "Files"), "dropped.txt")).toEqual(["dragover", "drop"]);
    await expect(grid.cell(2, "Files")).toHaveText("dropped.txt");
    await grid.expectAtRest();
    await grid.expectFocus(2, "Files");
    expect(grid.patches).toHaveLength(1);
    await grid.press("Control+z");
    await expect(grid.cell(2, "Files")).toHaveText("");
  });

  test("can be dropped into the open record", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }] });
    await grid.select(1, "Files");
    await grid.press("Space");
    const field = grid.record("One").getByRole("group", { name: "Files" });
    await field.getByRole("button", { name: "Edit Files" }).dispatchEvent("dragenter", {
      dataTransfer: await grid.page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(["hello"], "note.txt"));
        return transfer;
      }),
    });
    await dropFile(field.getByText("Choose files"), "note.txt");
    await expect(field.getByRole("button", { name: "Remove note.txt" })).toBeVisible();
    await grid.press("Enter");
    await expect.poll(async () => ((await grid.stored(1)).Files as unknown[]).length).toBe(1);
  });

  test("can be pasted; a rejected one shows the reason", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [name, files], records: [{ Name: "One" }] });
    await grid.select(1, "Files");
    await grid.press("Enter");
    await grid.editor(1, "Files").evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["hello"], "pasted.txt", { type: "text/plain" }));
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await expect(grid.cell(1, "Files").getByRole("button", { name: "Remove pasted.txt" })).toBeVisible();
    await grid.page.route("**/attachments?**", (route) => route.abort());
    await grid
      .editor(1, "Files")
      .setInputFiles({ name: "lost.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
    await expect(grid.cell(1, "Files").getByRole("alert")).toHaveText("The server can't be reached.");
    await grid.cell(1, "Files").getByRole("button", { name: "Dismiss lost.txt" }).click();
    await expect(grid.editor(1, "Files")).toBeFocused();
    await grid.press("Enter");
    await expect(grid.cell(1, "Files")).toHaveText("pasted.txt");
  });
});

test("computed cells are read-only and explain it", async ({ gridOf }) => {
  const computed = ["autonumber", "created_time", "updated_time", "created_by", "updated_by", "source"];
  const grid = await gridOf({
    fields: [name, ...computed.map((type) => ({ type, name: type }))],
    records: [{ Name: "One" }],
  });
  await expect(grid.cell(1, "autonumber")).toHaveText("1");
  await expect(grid.cell(1, "source")).toHaveText("API");
  for (const type of computed) {
    const cell = grid.cell(1, type);
    await expect(cell).toHaveAttribute("aria-readonly", "true");
    const before = (await cell.textContent()) ?? "";
    await grid.select(1, type);
    await grid.type("x");
    await expect(grid.page.getByText(`${type} is computed`)).toBeVisible();
    await grid.press("Enter", "F2", "Delete");
    await cell.dblclick();
    await expect(grid.editor(1, type)).toHaveCount(0);
    await expect(cell).toHaveText(before);
    await expect(cell).not.toHaveAttribute("aria-invalid");
  }
  // Only the note for screen readers is left.
  await expect(grid.page.getByText(/^\w+ is computed$/)).toHaveCount(0);
  await grid.select(1, "created_time");
  await grid.press("Shift+ArrowRight", "Control+r");
  await expect(grid.page.getByText("updated_time is computed")).toBeVisible();
  expect(grid.patches).toEqual([]);
});

test("a lookup shows the values as their own field does, and is read-only", main, async ({ gridOf }) => {
  const ages = { type: "number", name: "Age", template: { decimalPlaces: 0 } };
  const skill = { type: "rating", name: "Skill", template: { maxRating: 5 } };
  const grid = await gridOf({
    others: { People: { fields: [name, ages, skill], records: [{ Name: "Ada", Age: 36, Skill: 4 }] } },
    fields: [name, team],
    records: [{ Name: "One" }],
  });
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/fields`;
  for (const targetFieldId of ["Age", "Skill"]) {
    const template = { linkFieldId: "Team", targetFieldId };
    await grid.api.post(path, { type: "lookup", name: `${targetFieldId}s`, template });
  }
  await grid.page.reload();
  await grid.select(1, "Team");
  await grid.type("ada");
  await grid.press("Enter");
  const lookup = grid.row(1).locator("[role=gridcell][aria-colindex='4']");
  await expect(lookup).toHaveText("36");
  await expect(lookup).toHaveAttribute("aria-readonly", "true");
  const skills = grid.row(1).locator("[role=gridcell][aria-colindex='5']");
  await expect(skills.getByRole("img", { name: "4 of 5 stars" })).toBeVisible();
});

test("a lookup of a lookup shows the final values, links by name", async ({ gridOf }) => {
  const city = { type: "linked_record", name: "City", template: { tableId: "Cities" } };
  const country = { type: "linked_record", name: "Country", template: { tableId: "Countries" } };
  const grid = await gridOf({
    others: {
      Countries: { fields: [name], records: [{ Name: "Norway" }] },
      Cities: { fields: [name, country], records: [{ Name: "Oslo" }] },
      People: { fields: [name, city], records: [{ Name: "Ada" }] },
    },
    fields: [name, team],
    records: [{ Name: "One" }],
  });
  const link = async (table: string, field: string, to: string) => {
    const [id] = await idsOf(grid, table);
    const path = `/bases/${grid.base.id}/tables/${table}/records/${id}`;
    expect((await grid.api.patch(path, { record: { [field]: await idsOf(grid, to) } })).status).toBe(200);
  };
  await link("Cities", "Country", "Countries");
  await link("People", "City", "Cities");
  const lookUp = async (table: string, linkFieldId: string, targetFieldId: string) => {
    const field = { type: "lookup", name: "Countries", template: { linkFieldId, targetFieldId } };
    const path = `/bases/${grid.base.id}/tables/${table}/fields`;
    expect((await grid.api.post(path, field)).status).toBe(201);
  };
  await lookUp("People", "City", "Country");
  await lookUp(grid.table.id, "Team", "Countries");
  await grid.page.reload();
  await grid.select(1, "Team");
  await grid.type("ada");
  await grid.press("Enter");
  await expect(grid.row(1).locator("[role=gridcell][aria-colindex='4']")).toHaveText("Norway");
});

function patchOf(grid: GridPage, fieldName: string, value: unknown) {
  return { record: { [grid.fieldId(fieldName)]: value } };
}

async function idsOf(grid: GridPage, tableName: string): Promise<string[]> {
  const { body } = await grid.api.post(`/bases/${grid.base.id}/tables/${tableName}/records/list`, {});
  return body.records.map(({ id }: { id: string }) => id);
}

/** An image of one pixel. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Drags a file over an element and drops it. Resolves to the events that the page handled. */
async function dropFile(target: Locator, fileName: string): Promise<string[]> {
  return target.evaluate((element, named) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["hello"], named, { type: "text/plain" }));
    return ["dragover", "drop"].filter(
      (type) =>
        !element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    );
  }, fileName);
}

function text(filename: string) {
  return { name: filename, mimeType: "text/plain", buffer: Buffer.from(filename) };
}

async function expectFiles(grid: GridPage, row: number, names: string[]): Promise<void> {
  const stored = async () =>
    ((await grid.stored(row)).Files as { originalName: string }[]).map((file) => file.originalName);
  await expect.poll(stored).toEqual(names);
}

/** Holds uploads until each is released or fails. */
async function holdUploads(grid: GridPage): Promise<{ letOneGo: () => void; failOne: () => void }> {
  const held: ((isToFail: boolean) => void)[] = [];
  const answers: boolean[] = [];
  await grid.page.route("**/attachments?**", async (route) => {
    const isToFail =
      answers.length > 0 ? answers.shift() : await new Promise<boolean>((resolve) => held.push(resolve));
    if (isToFail) await route.abort().catch(() => {});
    else await route.continue().catch(() => {});
  });
  const answer = (isToFail: boolean) => {
    const next = held.shift();
    if (next) next(isToFail);
    else answers.push(isToFail);
  };
  return { letOneGo: () => answer(false), failOne: () => answer(true) };
}

/** Tests whether leaving the page asks for confirmation. */
function leavingAsks({ page }: GridPage): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
}
