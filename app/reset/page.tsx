import type { Metadata } from "next";
import { ResetPassword } from "@/components/people/reset-password";
import { EntryPage } from "@/components/ui/entry-page";

export const metadata: Metadata = { title: "New password" };

export default function ResetPage() {
  return (
    <EntryPage>
      <ResetPassword />
    </EntryPage>
  );
}
