import type { Metadata } from "next";
import { connection } from "next/server";
import { ResetPassword } from "@/components/people/reset-password";
import { EntryPage } from "@/components/ui/entry-page";
import { sendsMail } from "@/lib/server/mail/send-mail";

export const metadata: Metadata = { title: "New password" };

export default async function ResetPage() {
  await connection();
  return (
    <EntryPage>
      <ResetPassword sendsMail={sendsMail()} />
    </EntryPage>
  );
}
