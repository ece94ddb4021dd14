import { inDays, linkTo, options, type Starter } from "./starter";

export function content(): Starter {
  return {
    name: "Content calendar",
    tables: [
      {
        name: "Posts",
        fields: [
          { name: "Title", type: "single_line_text" },
          {
            name: "Status",
            type: "single_select",
            template: options("Idea", "Draft", "Scheduled", "Published"),
          },
          { name: "Publish on", type: "date" },
          {
            name: "Channels",
            type: "multiple_select",
            template: options("Blog", "Newsletter", "Social", "Video"),
          },
          { name: "Author", type: "linked_record", template: linkTo("Authors") },
          { name: "Campaign", type: "linked_record", template: linkTo("Campaigns") },
          { name: "Brief", type: "long_text" },
          { name: "Link", type: "url" },
        ],
        views: [
          {
            name: "By status",
            config: { groups: [{ fieldId: "Status" }], sorts: [{ fieldId: "Publish on" }] },
          },
        ],
        records: [
          post("What we learned from 100 releases", ["Published", -9], {
            channels: ["Blog", "Newsletter"],
            author: "Elif Kaya",
            campaign: "Release",
            brief: "Numbers first, then the three mistakes.",
          }),
          post("Release notes, explained", ["Published", -4], {
            channels: ["Blog"],
            author: "Daniel Cho",
            campaign: "Release",
            brief: "",
          }),
          post("A day with our support team", ["Scheduled", 3], {
            channels: ["Blog", "Social"],
            author: "Elif Kaya",
            campaign: "People",
            brief: "Four portraits, one question each.",
          }),
          post("Two-minute tour", ["Draft", 6], {
            channels: ["Video", "Social"],
            author: "Nora Weiss",
            campaign: "Release",
            brief: "No voice-over; captions only.",
          }),
          post("Ten keyboard shortcuts", ["Draft", 10], {
            channels: ["Newsletter"],
            author: "Daniel Cho",
            campaign: "Tips",
            brief: "",
          }),
          post("How Solstice Tea plans a season", ["Idea", 17], {
            channels: ["Blog", "Video"],
            author: "Nora Weiss",
            campaign: "People",
            brief: "Ask for photographs of the tasting room.",
          }),
          post("Checklist: moving off spreadsheets", ["Idea", 24], {
            channels: ["Blog", "Newsletter"],
            author: "Daniel Cho",
            campaign: "Tips",
            brief: "",
          }),
        ],
      },
      {
        name: "Campaigns",
        fields: [
          { name: "Campaign", type: "single_line_text" },
          { name: "Goal", type: "single_line_text" },
          { name: "Start", type: "date" },
          { name: "End", type: "date" },
        ],
        records: [
          { Campaign: "Release", Goal: "2,000 sign-ups", Start: inDays(-14), End: inDays(14) },
          { Campaign: "People", Goal: "Trust", Start: inDays(0), End: inDays(45) },
          { Campaign: "Tips", Goal: "More weekly use", Start: inDays(7), End: inDays(60) },
        ],
      },
      {
        name: "Authors",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Email", type: "email" },
        ],
        records: [
          { Name: "Elif Kaya", Email: "elif@studio.example" },
          { Name: "Daniel Cho", Email: "daniel@studio.example" },
          { Name: "Nora Weiss", Email: "nora@studio.example" },
        ],
      },
    ],
  };
}

interface Piece {
  readonly channels: string[];
  readonly author: string;
  readonly campaign: string;
  readonly brief: string;
}

function post(
  Title: string,
  [Status, publish]: [status: string, publishInDays: number],
  { channels, author, campaign, brief }: Piece,
) {
  return {
    Title,
    Status,
    "Publish on": inDays(publish),
    Channels: channels,
    Author: [author],
    Campaign: [campaign],
    Brief: brief || null,
  };
}
