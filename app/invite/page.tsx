import type { Metadata } from "next";
import { openIdLink } from "@/app/openid-link";
import { AcceptInvitation } from "@/components/people/accept-invitation";
import { EntryPage } from "@/components/ui/entry-page";

export const metadata: Metadata = { title: "Invitation" };

export default function InvitePage() {
  return (
    <EntryPage>
      <AcceptInvitation openId={openIdLink("/")} />
    </EntryPage>
  );
}
