import { expect, it } from "vitest";
import { invitationMail, resetMail } from "./messages";

const url = "https://tables.example.com/invite#token=abc";

it("an invitation names who invites, on one line", () => {
  const mail = invitationMail({ to: "grace@example.com", url, invitedBy: " Ada\r\nBcc: all@example.com " });
  expect(mail.subject).toBe("Ada Bcc: all@example.com invites you to Rowhouse");
  expect(mail.text.split("\n")).toContain(url);
});

it("an invitation by somebody without a name", () => {
  expect(invitationMail({ to: "grace@example.com", url, invitedBy: null }).subject).toBe(
    "You are invited to Rowhouse",
  );
});

it("a link stands alone on its line, so that mail programs find its end", () => {
  expect(resetMail({ to: "grace@example.com", url }).text.split("\n")).toContain(url);
});
