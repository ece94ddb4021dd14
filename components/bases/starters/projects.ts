import { inDays, linkTo, options, type Starter } from "./starter";

export function projects(): Starter {
  return {
    name: "Projects & tasks",
    tables: [
      {
        name: "Tasks",
        fields: [
          { name: "Task", type: "single_line_text" },
          {
            name: "Status",
            type: "single_select",
            template: options("To do", "In progress", "In review", "Done"),
          },
          { name: "Priority", type: "single_select", template: options("High", "Medium", "Low") },
          { name: "Project", type: "linked_record", template: linkTo("Projects") },
          { name: "Assignee", type: "linked_record", template: linkTo("People") },
          { name: "Due", type: "date" },
          { name: "Notes", type: "long_text" },
        ],
        views: [
          { name: "By status", config: { groups: [{ fieldId: "Status" }], sorts: [{ fieldId: "Due" }] } },
          { name: "By priority", config: { groups: [{ fieldId: "Priority" }], sorts: [{ fieldId: "Due" }] } },
        ],
        records: [
          task("Interview five customers", ["Done", "High"], ["Website relaunch", "Ines Duarte", -12]),
          task("Write the page structure", ["Done", "Medium"], ["Website relaunch", "Tomasz Lis", -6]),
          task("Design the start page", ["In review", "High"], ["Website relaunch", "Amina Yusuf", 1]),
          task("Move the blog", ["In progress", "Medium"], ["Website relaunch", "Tomasz Lis", 5]),
          task("Test on phones", ["To do", "Medium"], ["Website relaunch", "Kofi Mensah", 11]),
          task("Choose a venue", ["Done", "High"], ["Spring event", "Kofi Mensah", -9]),
          task("Send invitations", ["In progress", "High"], ["Spring event", "Ines Duarte", 2]),
          task("Book the catering", ["To do", "Medium"], ["Spring event", "Kofi Mensah", 8]),
          task("Print name badges", ["To do", "Low"], ["Spring event", "Amina Yusuf", 19]),
          task("List open bugs", ["Done", "Medium"], ["Mobile app 2.0", "Tomasz Lis", -3]),
          task("Prototype the new search", ["In progress", "High"], ["Mobile app 2.0", "Amina Yusuf", 4]),
          task("Prepare the beta", ["To do", "High"], ["Mobile app 2.0", "Tomasz Lis", 24]),
        ],
      },
      {
        name: "Projects",
        fields: [
          { name: "Project", type: "single_line_text" },
          { name: "Stage", type: "single_select", template: options("Planned", "Active", "Finished") },
          { name: "Owner", type: "linked_record", template: linkTo("People") },
          { name: "Start", type: "date" },
          { name: "End", type: "date" },
          { name: "Progress", type: "percent", template: { showProgressBar: true } },
          { name: "Budget", type: "currency", template: { decimalPlaces: 0 } },
        ],
        records: [
          project("Website relaunch", "Active", {
            owner: "Ines Duarte",
            from: -21,
            to: 18,
            done: 0.55,
            budget: 24_000,
          }),
          project("Spring event", "Active", {
            owner: "Kofi Mensah",
            from: -14,
            to: 30,
            done: 0.3,
            budget: 12_500,
          }),
          project("Mobile app 2.0", "Planned", {
            owner: "Tomasz Lis",
            from: -5,
            to: 75,
            done: 0.15,
            budget: 48_000,
          }),
        ],
      },
      {
        name: "People",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Role", type: "single_line_text" },
          { name: "Email", type: "email" },
        ],
        records: [
          { Name: "Ines Duarte", Role: "Product manager", Email: "ines@team.example" },
          { Name: "Tomasz Lis", Role: "Developer", Email: "tomasz@team.example" },
          { Name: "Amina Yusuf", Role: "Designer", Email: "amina@team.example" },
          { Name: "Kofi Mensah", Role: "Operations", Email: "kofi@team.example" },
        ],
      },
    ],
  };
}

function task(
  Task: string,
  [Status, Priority]: [status: string, priority: string],
  [project, assignee, due]: [project: string, assignee: string, dueInDays: number],
) {
  return { Task, Status, Priority, Project: [project], Assignee: [assignee], Due: inDays(due) };
}

interface Plan {
  readonly owner: string;
  readonly from: number;
  readonly to: number;
  readonly done: number;
  readonly budget: number;
}

function project(Project: string, Stage: string, { owner, from, to, done, budget }: Plan) {
  return {
    Project,
    Stage,
    Owner: [owner],
    Start: inDays(from),
    End: inDays(to),
    Progress: done,
    Budget: budget,
  };
}
