import { expect, test } from "../grid-page";
import { choose, expectConfig, expectValues, openPanel, storedView } from "../toolbar-page";

/** Zones in which it is never the same day. */
const [early, late] = ["Pacific/Kiritimati", "Etc/GMT+12"];

/** Today in a zone. */
function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(Date.now());
}

const dates = {
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "date", name: "Due" },
  ],
  records: [
    { Name: "Early", Due: dayIn(early) },
    { Name: "Late", Due: dayIn(late) },
    { Name: "Old", Due: "2020-02-29" },
  ],
};

test.describe("dates", () => {
  test.use({ timezoneId: early });

  test("are relative to today in the viewer's zone, and read again at midnight", async ({ gridOf }) => {
    const grid = await gridOf(dates);
    const { page } = grid;
    const filter = await openPanel(grid, "Filter");
    await filter.getByRole("button", { name: "Add condition" }).click();
    await choose(filter.getByRole("combobox", { name: "Field" }), "Due");
    await choose(filter.getByRole("combobox", { name: "Operator" }), "is within");
    await choose(filter.getByRole("combobox", { name: "Days" }), "today");
    await expectValues(grid, "Name", ["Early"]);
    await choose(filter.getByRole("combobox", { name: "Operator" }), "is before");
    await expect(filter.getByRole("combobox", { name: "Day", exact: true })).toHaveText("today");
    await expectValues(grid, "Name", ["Late", "Old"]);
    await choose(filter.getByRole("combobox", { name: "Day", exact: true }), "days ago");
    const count = filter.getByRole("textbox", { name: "Number of days" });
    await count.fill("3651");
    await expect(count).toHaveAccessibleDescription("Enter a number from 1 to 3,650.");
    await count.fill("30");
    await expectValues(grid, "Name", ["Old"]);
    await expectConfig(grid, { filter: { and: [{ field: grid.fieldId("Due"), less_than: "30_days_ago" }] } });
    await choose(filter.getByRole("combobox", { name: "Operator" }), "is within");
    await choose(filter.getByRole("combobox", { name: "Days" }), "past days");
    await expect(count).toHaveValue("7");
    await expectValues(grid, "Name", ["Early", "Late"]);
    await choose(filter.getByRole("combobox", { name: "Days" }), "today");
    await expectValues(grid, "Name", ["Early"]);

    // The server knows the zone from the last visit.
    const reads: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/records/list")) reads.push(request.postDataJSON());
    });
    await page.reload();
    await expectValues(grid, "Name", ["Early"]);
    await grid.expectOpen();
    expect(reads).toEqual([]);
    await page.clock.install();
    await page.reload();
    await expectValues(grid, "Name", ["Early"]);
    const asked = page.waitForRequest((request) => request.url().endsWith("/records/list"));
    await page.clock.fastForward("24:00:10");
    expect((await asked).postDataJSON()).toMatchObject({ timeZone: early });
  });
});

test("a lookup of numbers is compared", async ({ gridOf }) => {
  const grid = await gridOf({
    others: {
      Teams: {
        fields: [
          { type: "single_line_text", name: "Name" },
          { type: "number", name: "Size" },
        ],
        records: [
          { Name: "Red", Size: 5 },
          { Name: "Blue", Size: 50 },
        ],
      },
    },
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "linked_record", name: "Team", template: { tableId: "Teams" } },
      { type: "lookup", name: "Team size", template: { linkFieldId: "Team", targetFieldId: "Size" } },
    ],
    records: [{ Name: "Ada" }, { Name: "Bob" }],
  });
  const filter = await openPanel(grid, "Filter");
  await filter.getByRole("button", { name: "Add condition" }).click();
  await choose(filter.getByRole("combobox", { name: "Field" }), "Team size");
  await choose(filter.getByRole("combobox", { name: "Operator" }), "is greater than");
  await filter.getByRole("textbox", { name: "Value" }).fill("ten");
  await expect(filter.getByRole("textbox", { name: "Value" })).toHaveAccessibleDescription(
    /Size takes a number/,
  );
  await filter.getByRole("textbox", { name: "Value" }).fill("9");
  await expectValues(grid, "Name", []);
  await expectConfig(grid, { filter: { and: [{ field: grid.fieldId("Team size"), greater_than: 9 }] } });
});

test("an open panel follows a filter that somebody else changes", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "Ada" }, { Name: "Bob" }] });
  const filter = await openPanel(grid, "Filter");
  await expect(filter).toContainText("All records are shown.");
  const { id } = await storedView(grid);
  const name = { field: grid.fieldId("Name") };
  await grid.api.patch(`/bases/${grid.base.id}/tables/${grid.table.id}/views/${id}`, {
    config: { filter: { and: [{ ...name, contains: "Bo" }] } },
  });
  await expect(filter.getByRole("textbox", { name: "Value" })).toHaveValue("Bo");
  await choose(filter.getByRole("combobox", { name: "Operator" }), "does not contain");
  await expectValues(grid, "Name", ["Ada"]);
  await expectConfig(grid, { filter: { and: [{ ...name, does_not_contain: "Bo" }] } });
});

test("conditions move by keys and by drag, also into groups", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: ["A", "B", "C"].map((name) => ({ type: "single_line_text", name })),
    records: [{ A: "1" }],
  });
  const { page } = grid;
  const isEmpty = (name: string) => ({ field: grid.fieldId(name), is_empty: true });
  const { id } = await storedView(grid);
  await grid.api.patch(`/bases/${grid.base.id}/tables/${grid.table.id}/views/${id}`, {
    config: { filter: { and: [isEmpty("B"), { or: [isEmpty("A"), isEmpty("C")] }] } },
  });
  await page.reload();
  const filter = await openPanel(grid, "Filter");
  const handle = (name: string) => filter.getByRole("button", { name: `Move ${name}`, exact: true });
  const filtered = async () => (await storedView(grid)).config.filter;

  // Into the group, before its first condition.
  await handle("Condition on B").press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect.poll(filtered).toEqual({ and: [{ or: [isEmpty("B"), isEmpty("A"), isEmpty("C")] }] });
  await expect(handle("Condition on B")).toBeFocused();

  // Esc moves it back and leaves the panel open.
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(filter).toBeVisible();

  // Out of the group, behind it.
  const [from, to] = [
    await handle("Condition on C").boundingBox(),
    await filter.getByRole("button", { name: "Add condition" }).last().boundingBox(),
  ];
  if (!from || !to) throw new Error("both are visible");
  await page.mouse.move(from.x + 5, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 30, { steps: 3 });
  await page.mouse.move(from.x + 5, to.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(filtered).toEqual({ and: [{ or: [isEmpty("B"), isEmpty("A")] }, isEmpty("C")] });
});

test("words for days are shown whole in nested groups", async ({ gridOf }) => {
  const grid = await gridOf(dates);
  const { page, api, base, table } = grid;
  await page.setViewportSize({ width: 1440, height: 900 });
  const due = { field: grid.fieldId("Due"), less_than: "30_days_from_now" };
  const path = `/bases/${base.id}/tables/${table.id}/views/${table.views[0]?.id}`;
  await api.patch(path, { config: { filter: { and: [{ or: [{ and: [due] }] }] } } });
  await expect(page.getByRole("button", { name: "Filter" })).toContainText("1");
  const filter = await openPanel(grid, "Filter");
  const day = filter.getByRole("combobox", { name: "Day", exact: true });
  await expect(day).toHaveText("days from now");
  const isCut = await day.locator(".truncate").evaluate((text) => text.scrollWidth > text.clientWidth);
  expect(isCut).toBe(false);
});
