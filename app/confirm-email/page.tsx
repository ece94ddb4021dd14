import type { Metadata } from "next";
import { connection } from "next/server";
import { ConfirmEmail } from "@/components/people/confirm-email";
import { EntryPage } from "@/components/ui/entry-page";

export const metadata: Metadata = { title: "E-mail address" };

export default async function ConfirmEmailPage() {
  await connection();
  return (
    <EntryPage>
      <ConfirmEmail />
    </EntryPage>
  );
}
