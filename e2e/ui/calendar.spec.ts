import { randomUUID } from "node:crypto";
import { violations } from "../axe";
import { type CalendarPage, openCalendar, pointOf } from "../calendar-page";
import { dragByTouch } from "../cards-page";
import { expect, type GridPage, test } from "../grid-page";
import { accept, invite, newAccount } from "../people";
import { main } from "../rounds";
import { choose, openPanel, storedView } from "../toolbar-page";

const kinds = { options: ["Talk", "Trip"].map((label) => ({ label })) };
const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "date", name: "Start" },
  { type: "date", name: "End" },
  { type: "single_select", name: "Kind", template: kinds },
];
const records = [
  { Name: "Ada", Start: "2026-03-12" },
  { Name: "Bob", Start: "2026-03-12", End: "2026-03-14", Kind: "Trip" },
  { Name: "Cleo", Start: "2026-03-06", End: "2026-03-10", Kind: "Talk" },
  { Name: "Dan" },
];
const config = { startFieldId: "Start", endFieldId: "End", colorFieldId: "Kind" };

const zoned = { timezone: "Europe/Berlin", timeFormat: "24h" };
const timedFields = [
  { type: "single_line_text", name: "Name" },
  { type: "datetime", name: "Start", template: zoned },
  { type: "datetime", name: "End", template: zoned },
];
const timedRecords = [
  { Name: "Ada", Start: "2026-03-12T08:00:00.000Z", End: "2026-03-12T09:00:00.000Z" },
  { Name: "Bob", Start: "2026-03-12T08:30:00.000Z", End: "2026-03-12T10:00:00.000Z" },
  // On 13 March in Berlin, which is an hour ahead.
  { Name: "Late", Start: "2026-03-12T23:15:00.000Z" },
];

type GridOf = (source: object) => Promise<GridPage>;

async function calendarOf(gridOf: GridOf, more = {}): Promise<CalendarPage> {
  return openCalendar(await gridOf({ fields, records }), { ...config, ...more });
}

async function timedCalendarOf(gridOf: GridOf, more = {}): Promise<CalendarPage> {
  const grid = await gridOf({ fields: timedFields, records: timedRecords });
  return openCalendar(grid, { startFieldId: "Start", endFieldId: "End", ...more });
}

test("records are on their days, those over several days as bars in each week", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { page } = calendar;
  await expect(calendar.title).toHaveText("March 2026");
  await expect(calendar.dayButton(12)).toHaveAccessibleName("Thursday 12 March, 2 records");
  await expect(calendar.dayButton(13)).toHaveAccessibleName("Friday 13 March, 1 record");
  await expect(calendar.dayButton(15)).toHaveAccessibleName("Sunday 15 March, no records");
  await calendar.expectOn(12, ["Bobuntil 14 March 2026", "Ada"]);
  // Cleo goes on in the next week.
  await calendar.expectOn(6, ["Cleountil 10 March 2026"]);
  await calendar.expectOn(9, ["Cleountil 10 March 2026"]);
  const [bob, ada] = [calendar.record("Bob until 14 March 2026"), calendar.record("Ada")];
  const width = async (link: typeof bob) => (await link.boundingBox())?.width ?? 0;
  expect(await width(bob)).toBeGreaterThan(2.8 * (await width(ada)));

  await page.getByRole("button", { name: "Next month" }).click();
  await expect(calendar.title).toHaveText("April 2026");
  await page.reload();
  await expect(calendar.title).toHaveText("April 2026");
  await calendar.title.getByRole("button").click();
  await page
    .getByRole("dialog", { name: "Go to a day" })
    .getByRole("button", { name: "Go to the Previous Month" })
    .click();
  await page
    .getByRole("dialog", { name: "Go to a day" })
    .getByRole("button", { name: /March 31st/ })
    .click();
  await expect(calendar.title).toHaveText("March 2026");
});

test("a record is dragged to another day by one change, which one undo reverts", main, async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page } = calendar;
  await calendar.drag(calendar.record("Bob until 14 March 2026"), calendar.day(18), { from: { x: 0.1 } });
  await calendar.expectOn(18, ["Bobuntil 20 March 2026"]);
  await expect(calendar.announcement).toHaveText("Moved Bob to 18 – 20 March 2026");
  await calendar.expectStored({ Bob: ["2026-03-18", "2026-03-20"] });
  expect(grid.patches).toEqual([
    { record: { [grid.fieldId("Start")]: "2026-03-18", [grid.fieldId("End")]: "2026-03-20" } },
  ]);
  expect(new URL(page.url()).searchParams.get("record")).toBeNull();
  await page.keyboard.press("Control+z");
  await calendar.expectOn(12, ["Bobuntil 14 March 2026", "Ada"]);
  await calendar.expectStored({ Bob: ["2026-03-12", "2026-03-14"] });

  // Esc puts a dragged record back.
  const from = await pointOf(calendar.record("Ada"));
  const to = await pointOf(calendar.day(25));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await calendar.expectOn(25, ["Ada"]);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await calendar.expectOn(25, []);
  expect(grid.patches).toHaveLength(1);
});

test("a drag that rests at an edge turns the page, and drops there", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { page } = calendar;
  const days = await calendar.calendar.getByRole("grid").boundingBox();
  if (!days) throw new Error("The calendar has no days");
  const from = await pointOf(calendar.record("Bob until 14 March 2026"), { x: 0.1 });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(days.x + days.width - 5, from.y, { steps: 8 });
  await expect(calendar.title).toHaveText("April 2026");
  const to = await pointOf(calendar.calendar.locator('[role=gridcell][data-day-cell="2026-04-15"]'));
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await calendar.expectStored({ Bob: ["2026-04-15", "2026-04-17"] });
  await expect(calendar.title).toHaveText("April 2026");
});

test("the panel of a record goes through the records of the shown days", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page } = calendar;
  await calendar.record("Ada").click();
  await expect(grid.record("Ada")).toBeVisible();
  const panel = page.getByRole("toolbar", { name: "Record" });
  await expect(panel.getByText("2 of 3", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Previous record" }).click();
  await expect(grid.record("Cleo")).toBeVisible();
  await expect(panel.getByText("1 of 3", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Close record" }).click();
  await calendar.calendar.getByRole("button", { name: /^No date/ }).click();
  await page.getByRole("list", { name: "Records without a date" }).getByRole("link", { name: "Dan" }).click();
  await expect(panel.getByText("1 of 1", { exact: true })).toBeVisible();
});

test("the edges of a record are dragged to change its length", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid } = calendar;
  const edge = (name: string, part: string) =>
    calendar.calendar
      .locator("[data-record-id]")
      .filter({ hasText: name })
      .first()
      .locator(`[data-edge=${part}]`);
  await calendar.drag(edge("Ada", "end"), calendar.day(14));
  await calendar.expectStored({ Ada: ["2026-03-12", "2026-03-14"] });
  await calendar.drag(edge("Bob", "start"), calendar.day(10));
  await calendar.expectStored({ Bob: ["2026-03-10", "2026-03-14"] });
  expect(grid.patches).toEqual([
    { record: { [grid.fieldId("End")]: "2026-03-14" } },
    { record: { [grid.fieldId("Start")]: "2026-03-10" } },
  ]);
});

test("a click on a day, or a drag over several, adds a record there", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page } = calendar;
  await calendar.day(18).click();
  const dialog = page.getByRole("dialog", { name: /^Wednesday 18 March/ });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await grid.type("Eve");
  await grid.press("Enter");
  await calendar.expectOn(18, ["Eve"]);
  await expect(calendar.record("Eve")).toBeFocused();
  await calendar.drag(calendar.day(24), calendar.day(26));
  await expect(page.getByRole("dialog", { name: "24 – 26 March 2026" })).toBeVisible();
  await grid.type("Finn");
  await grid.press("Enter");
  await calendar.expectOn(24, ["Finnuntil 26 March 2026"]);
  await calendar.expectStored({ Eve: ["2026-03-18"], Finn: ["2026-03-24", "2026-03-26"] });
  expect(grid.writes.filter((write) => write === "POST records")).toHaveLength(2);
});

test("everything works by keys alone, with announcements", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page, announcement } = calendar;
  await calendar.calendar.getByRole("button", { name: "List" }).focus();
  await grid.press("Tab");
  await expect(calendar.dayButton(12)).toBeFocused();
  await grid.press("ArrowDown", "ArrowDown");
  await expect(calendar.record("Ada")).toBeFocused();
  await grid.press("Space");
  await expect(announcement).toHaveText(/^Picked up Ada on 12 March 2026\./);
  await expect(calendar.record("Ada")).toHaveAccessibleDescription("Picked up");
  await grid.press("ArrowRight", "ArrowDown");
  await expect(announcement).toHaveText("Ada is over 20 March 2026.");
  await calendar.expectOn(20, ["Ada"]);
  expect(grid.patches).toEqual([]);
  await grid.press("Space");
  await expect(announcement).toHaveText("Moved Ada to 20 March 2026");
  await expect(calendar.record("Ada")).toBeFocused();
  await calendar.expectStored({ Ada: ["2026-03-20"] });

  await grid.press("Space", "ArrowLeft", "Escape");
  await expect(announcement).toHaveText("Ada is back on 20 March 2026");
  await expect(calendar.record("Ada")).toBeFocused();
  await grid.press("Control+ArrowLeft");
  await expect(announcement).toHaveText("Moved Ada to 19 March 2026");
  await grid.press("Shift+ArrowRight");
  await expect(announcement).toHaveText("Moved Ada to 19 – 20 March 2026");
  await calendar.expectStored({ Ada: ["2026-03-19", "2026-03-20"] });
  await expect(calendar.record("Ada until 20 March 2026")).toBeFocused();

  await grid.press("Enter");
  await expect(grid.record("Ada")).toBeFocused();
  await page.getByRole("button", { name: "Close record" }).click();
  await expect(calendar.record("Ada until 20 March 2026")).toBeFocused();

  await grid.press("Shift+F10");
  await grid.chooseByKeys("Move record to another day");
  await expect(
    page.getByRole("dialog", { name: "Move Ada" }).getByRole("textbox", { name: "Day" }),
  ).toBeFocused();
  await page.getByRole("textbox", { name: "Day" }).fill("2026-03-31");
  await grid.press("Enter");
  await expect(announcement).toHaveText(/^Moved Ada to 31 March – 1 April 2026$/);
  await calendar.expectOn(31, ["Adauntil 1 April 2026"]);

  await grid.press("Delete");
  await expect(page.getByText("1 record deleted")).toBeVisible();
  await calendar.expectOn(31, []);
  await expect(calendar.dayButton(31)).toBeFocused();
  await grid.press("Home");
  await expect(calendar.dayButton(30)).toBeFocused();
  await grid.press("PageDown");
  await expect(calendar.title).toHaveText("April 2026");
  await grid.press("PageUp", "Enter");
  await expect(page.getByRole("dialog", { name: /^Monday 30 March/ })).toBeVisible();
  await grid.type("Gil");
  await grid.press("Enter");
  await calendar.expectOn(30, ["Gil"]);
  await grid.press("t");
  await expect(calendar.calendar.locator("[aria-current=date][data-place=day]")).toBeFocused();
});

test("the palette and the list of keys know the commands of the calendar", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page } = calendar;
  await calendar.record("Ada").focus();
  await grid.press("Control+k");
  await grid.type("to next day");
  await page.getByRole("option", { name: "Move record to next day" }).click();
  await calendar.expectOn(13, ["Ada"]);
  await grid.press("Control+/");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Pick up or drop record");
  await expect(keys).not.toContainText("Fill down");
});

test("busy days say how many more there are", async ({ gridOf }) => {
  const many = Array.from({ length: 12 }, (_, index) => ({ Name: `Event ${index}`, Start: "2026-03-12" }));
  const calendar = await openCalendar(await gridOf({ fields, records: many }), config);
  const { page } = calendar;
  await calendar
    .day(12)
    .getByRole("button", { name: /^\+\d+ more$/ })
    .click();
  const dialog = page.getByRole("dialog", { name: /^Thursday 12 March/ });
  await expect(dialog.getByRole("link")).toHaveCount(12);
  await page.keyboard.press("Escape");
  // A record without room stays in view while it has the focus.
  await calendar.record("Event 0").focus();
  await page.keyboard.press("Control+ArrowRight");
  await expect(calendar.record("Event 0")).toBeFocused();
  await page.keyboard.press("Control+ArrowLeft");
  await expect(calendar.record("Event 0")).toBeFocused();
  await expect(calendar.announcement).toHaveText("Moved Event 0 to 12 March 2026");
});

test("hours have records side by side, in the field's time zone", async ({ gridOf }) => {
  const calendar = await timedCalendarOf(gridOf, { scale: "week" });
  const { grid, page } = calendar;
  await expect(calendar.title).toHaveText("9 – 15 March 2026");
  const [ada, bob] = [calendar.record("Ada 09:00 – 10:00"), calendar.record("Bob 09:30 – 11:00")];
  const [first, second] = [await ada.boundingBox(), await bob.boundingBox()];
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0) - 2);
  expect(second?.height).toBeGreaterThan((first?.height ?? 0) * 1.4);
  await expect(calendar.hours(13).getByRole("link")).toHaveText(/^Late/);

  // Two hours later on the next day.
  const from = await pointOf(ada, { y: 0.5 });
  const next = await pointOf(calendar.hours(13));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(next.x, from.y + 2 * 48, { steps: 8 });
  await page.mouse.up();
  await calendar.expectStored({ Ada: ["2026-03-13T10:00:00.000Z", "2026-03-13T11:00:00.000Z"] });
  await expect(calendar.announcement).toHaveText("Moved Ada to 13 March 2026, 11:00");
  await grid.press("Control+ArrowUp", "Shift+ArrowDown");
  await calendar.expectStored({ Ada: ["2026-03-13T09:45:00.000Z", "2026-03-13T11:00:00.000Z"] });

  const ten = await pointOf(calendar.hours(10), { y: 10 / 24 });
  await page.mouse.move(ten.x, ten.y + 2);
  await page.mouse.down();
  await page.mouse.move(ten.x, ten.y + 70, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole("dialog", { name: /^Tuesday 10 March.*, 10:00 – 11:30$/ })).toBeVisible();
  await grid.type("Eve");
  await grid.press("Enter");
  await calendar.expectStored({ Eve: ["2026-03-10T09:00:00.000Z", "2026-03-10T10:30:00.000Z"] });
});

test("a record over midnight is on its first day in a month, and on both days of a week", async ({
  gridOf,
}) => {
  const grid = await gridOf({
    fields: timedFields,
    records: [
      { Name: "Night", Start: "2026-03-11T22:00:00.000Z", End: "2026-03-12T05:00:00.000Z" },
      { Name: "Trip", Start: "2026-03-10T22:00:00.000Z", End: "2026-03-12T05:00:00.000Z" },
    ],
  });
  const calendar = await openCalendar(grid, { startFieldId: "Start", endFieldId: "End" });
  await calendar.expectOn(10, ["23:00Tripuntil 12 March 2026"]);
  await calendar.expectOn(11, ["23:00Night"]);
  await expect(calendar.dayButton(11)).toHaveAccessibleName("Wednesday 11 March, 2 records");
  await expect(calendar.dayButton(12)).toHaveAccessibleName("Thursday 12 March, 1 record");
  await calendar.drag(calendar.record("23:00 Night"), calendar.day(13));
  await calendar.expectStored({ Night: ["2026-03-13T22:00:00.000Z", "2026-03-14T05:00:00.000Z"] });
  await calendar.showScale("Week");
  await expect(calendar.hours(13).getByRole("link")).toHaveCount(1);
  await expect(calendar.hours(14).getByRole("link")).toHaveCount(1);
});

test("records keep their time of day where clocks change", async ({ gridOf }) => {
  const calendar = await timedCalendarOf(gridOf);
  const { grid } = calendar;
  await calendar.record("09:00 Ada").focus();
  // Clocks are put forward on 29 March.
  await grid.press("Space", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Space");
  await expect(calendar.announcement).toHaveText("Moved Ada to 29 March 2026, 09:00");
  await calendar.expectStored({ Ada: ["2026-03-29T07:00:00.000Z", "2026-03-29T08:00:00.000Z"] });
  await calendar.showScale("Week");
  await expect(calendar.record("Ada 09:00 – 10:00")).toBeVisible();
});

test.describe("in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  test("days of fields without a zone begin in the viewer's", async ({ gridOf }) => {
    const grid = await gridOf({
      fields: [
        { type: "single_line_text", name: "Name" },
        { type: "datetime", name: "Start", template: { timeFormat: "24h" } },
      ],
      records: [{ Name: "Ada", Start: "2026-03-12T02:00:00.000Z" }],
    });
    const calendar = await openCalendar(grid, { startFieldId: "Start" });
    await calendar.expectOn(11, ["22:00Ada"]);
    await calendar.drag(calendar.record("22:00 Ada"), calendar.day(5));
    // Clocks are put forward on 8 March there.
    await calendar.expectStored({ Ada: ["2026-03-06T03:00:00.000Z"] });
  });
});

test("records without a date are placed from their list, by mouse and by keys", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page } = calendar;
  const button = calendar.calendar.getByRole("button", { name: /^No date/ });
  await expect(button).toHaveText(/1$/);
  await button.click();
  const list = page.getByRole("list", { name: "Records without a date" });
  await calendar.drag(list.getByRole("link", { name: "Dan" }), calendar.day(17));
  await calendar.expectOn(17, ["Dan"]);
  await expect(list.getByRole("link")).toHaveCount(0);
  await calendar.expectStored({ Dan: ["2026-03-17"] });
  await page.keyboard.press("Control+z");
  await expect(list.getByRole("link")).toHaveText(["Dan"]);
  await list.getByRole("button", { name: "Place Dan on a day" }).focus();
  await grid.press("Enter");
  await page.getByRole("textbox", { name: "Day" }).fill("2026-03-19");
  await grid.press("Enter");
  await calendar.expectOn(19, ["Dan"]);
  await calendar.expectStored({ Dan: ["2026-03-19"] });
});

test("a list goes through the days with records", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf, { scale: "list" });
  const { grid } = calendar;
  await expect(calendar.calendar.getByRole("row")).toHaveCount(1);
  await calendar.calendar.getByRole("button", { name: "Previous month" }).click();
  await expect(calendar.calendar.getByRole("rowheader")).toHaveText([
    /^Friday 6 March, 1 record/,
    /^Thursday 12 March/,
  ]);
  await calendar.calendar.getByRole("rowheader").first().getByRole("button").focus();
  await grid.press("ArrowDown", "ArrowDown", "ArrowDown");
  await expect(calendar.calendar.getByRole("link", { name: /Bob/ })).toBeFocused();
  await grid.press("Control+ArrowRight");
  await calendar.expectStored({ Bob: ["2026-03-13", "2026-03-15"] });
});

test("changes of others arrive, also of records that come into view", async ({ gridOf, context }) => {
  const calendar = await calendarOf(gridOf);
  const { page, grid } = calendar;
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("link", { name: "Ada" })).toBeVisible();
  await calendar.record("Ada").focus();
  await page.keyboard.press("Control+ArrowRight");
  const theirs = (date: number) => other.locator(`[data-day-cell="2026-03-${date}"]`).getByRole("link");
  await expect(theirs(13)).toHaveText(["Ada"]);
  await other.getByRole("link", { name: "Ada" }).focus();
  await other.keyboard.press("Control+ArrowDown");
  await calendar.expectOn(20, ["Ada"]);
  await expect(calendar.record("Ada")).toBeFocused();
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records`;
  const { status } = await grid.api.post(path, { record: { Name: "Eve", Start: "2026-03-25" } });
  expect(status).toBe(201);
  await calendar.expectOn(25, ["Eve"]);
  await other.close();
});

test("moves wait for the server, and go back if it refuses them", async ({ gridOf, context }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page } = calendar;
  await calendar.record("Ada").focus();
  await context.setOffline(true);
  await grid.press("Control+ArrowRight");
  await calendar.expectOn(13, ["Ada"]);
  await context.setOffline(false);
  await calendar.expectStored({ Ada: ["2026-03-13"] });
  await page.route("**/records/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 403, json: { error: { code: "FORBIDDEN", message: "Not today." } } })
      : route.continue(),
  );
  await grid.press("Control+ArrowRight");
  await expect(page.getByText("Not today.")).toBeVisible();
  await calendar.expectOn(13, ["Ada"]);
  await expect(calendar.announcement).toHaveText("Ada could not be moved");
  await page.unroute("**/records/*");
});

test("computed dates are shown and cannot be moved, and the page says so", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [
      ...fields,
      { type: "formula", name: "Due", template: { formula: "DATEADD({Start}, 1, 'days')" } },
    ],
    records,
  });
  const calendar = await openCalendar(grid, { startFieldId: "Due" });
  await calendar.expectOn(13, ["Ada", "Bob"]);
  await calendar.record("Ada").focus();
  await grid.press("Control+ArrowRight");
  await expect(grid.page.getByText("“Due” is computed")).toBeVisible();
  expect(grid.patches).toEqual([]);
});

test("without its field the calendar asks for one, and undo brings it back", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid, page } = calendar;
  const panel = await openPanel(grid, "Fields");
  await panel.getByRole("button", { name: "Options for Start" }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Choose a field for the dates" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await calendar.expectOn(12, ["Bobuntil 14 March 2026", "Ada"]);
});

test("a new view becomes a calendar, and its dates are set in the toolbar", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "New view" }).click();
  const dialog = page.getByRole("dialog", { name: "New view" });
  await choose(dialog.getByRole("combobox", { name: "Type" }), /^Calendar/);
  await dialog.getByRole("button", { name: "Create view" }).click();
  await page.getByRole("button", { name: "By Start" }).click();
  const panel = page.getByRole("dialog", { name: "Dates" });
  await choose(panel.getByRole("combobox", { name: "Weeks begin on" }), "Sunday");
  await expect(page.getByRole("columnheader").first()).toHaveAccessibleName("Sunday");
  await expect
    .poll(async () => (await storedView(grid, "Calendar view")).config)
    .toMatchObject({
      startFieldId: grid.fieldId("Start"),
      endFieldId: grid.fieldId("End"),
      colorFieldId: grid.fieldId("Kind"),
      weekStart: "sunday",
    });
});

test("the record that another person is at is outlined", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { grid } = calendar;
  const invitation = await invite(grid.api, { databases: [{ databaseId: grid.base.id, role: "editor" }] });
  const grace = await accept(grid.api, invitation, { ...newAccount(), name: "Grace Hopper" });
  const ada = calendar.calendar.locator("[data-record-id]").filter({ hasText: "Ada" });
  const cell = { recordId: await ada.getAttribute("data-record-id"), fieldId: grid.fieldId("Name") };
  const { status } = await grace.api.call(`/bases/${grid.base.id}/presence`, {
    method: "PUT",
    body: { pageId: randomUUID(), at: { tableId: grid.table.id, cell } },
  });
  expect(status).toBe(200);
  await expect(ada.locator("[data-person-card]")).toHaveText("GH");
});

test("search results are gone through by date", async ({ gridOf }) => {
  const calendar = await calendarOf(gridOf);
  const { page } = calendar;
  await page.keyboard.press("Control+f");
  await page.keyboard.type("da");
  await calendar.expectOn(6, []);
  await expect(page.getByText("2 results", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(calendar.record("Ada")).toHaveAttribute("tabindex", "0");
});

test("visitors of a shared link see the calendar and change nothing", async ({ gridOf, browser }) => {
  const calendar = await calendarOf(gridOf);
  const { grid } = calendar;
  const shared = async () => {
    const { status, body } = await grid.api.post<{ url: string }>(`/bases/${grid.base.id}/shares`, {
      viewId: calendar.view.id,
    });
    expect(status).toBe(201);
    return `${new URL(new URL(body.url).pathname, grid.page.url()).href}?date=2026-03-12`;
  };
  const visitor = await browser.newPage();
  await visitor.goto(await shared());
  const ada = visitor.getByRole("link", { name: "Ada" });
  await expect(ada).toBeVisible();
  await ada.focus();
  await visitor.keyboard.press("Control+ArrowRight");
  await visitor.locator("[data-day-cell='2026-03-18']").first().click();
  await expect(visitor.getByRole("dialog")).toHaveCount(0);
  await expect(visitor.locator("[data-day-cell='2026-03-12']").getByRole("link")).toHaveCount(2);
  // Without its start, the view is a list.
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${calendar.view.id}`;
  const { status } = await grid.api.patch(path, { config: { hiddenFieldIds: [grid.fieldId("Start")] } });
  expect(status).toBe(200);
  await visitor.reload();
  await expect(visitor.getByRole("list", { name: "Calendar" })).toBeVisible();
  await visitor.close();
});

test.describe("accessibility", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });

      test("axe finds nothing on a calendar", async ({ gridOf }) => {
        const calendar = await timedCalendarOf(gridOf);
        const { page } = calendar;
        await calendar.record("09:00 Ada").press("Space");
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await calendar.calendar.getByRole("button", { name: /^No date/ }).click();
        for (const scale of ["Week", "List"] as const) {
          await calendar.showScale(scale);
          await expect(calendar.calendar.getByRole("link", { name: /Ada/ })).toBeVisible();
          expect(await violations(page)).toEqual([]);
        }
      });
    });
  }
});

test.describe("on a phone", () => {
  test.use({
    viewport: { width: 375, height: 720 },
    hasTouch: true,
  });

  test("days have dots, and the chosen day a list, from which a finger drags", async ({ gridOf }) => {
    const calendar = await calendarOf(gridOf);
    const { page } = calendar;
    await expect(page.getByRole("heading", { name: "Thursday 12 March" })).toBeVisible();
    await expect(calendar.record("Ada")).toBeVisible();
    await calendar.day(6).tap();
    await expect(page.getByRole("list", { name: "Records" }).getByRole("link")).toHaveText([/Cleo/]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await violations(page)).toEqual([]);
    await dragByTouch(page, {
      from: await pointOf(page.getByRole("link", { name: /Cleo/ })),
      to: await pointOf(calendar.day(25)),
    });
    await calendar.expectStored({ Cleo: ["2026-03-25", "2026-03-29"] });
  });

  test("a finger drags records without a date onto days", async ({ gridOf }) => {
    const calendar = await calendarOf(gridOf);
    const { page } = calendar;
    await calendar.calendar.getByRole("button", { name: /^No date/ }).tap();
    const dan = page.getByRole("list", { name: "Records without a date" }).getByRole("link", { name: "Dan" });
    expect(await violations(page)).toEqual([]);
    const from = await pointOf(dan);
    await dragByTouch(page, { from, to: { x: from.x + 60, y: from.y } });
    await expect(dan).toBeVisible();
    await dragByTouch(page, { from, to: await pointOf(calendar.day(10)) });
    await expect(dan).toHaveCount(0);
    await calendar.expectStored({ Dan: ["2026-03-10"] });
  });
});
