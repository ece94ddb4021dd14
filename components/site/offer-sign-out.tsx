import { LogOut } from "lucide-react";
import { useOfferEntries } from "@/components/open-table/palette/offered-entries";
import { useSignOut } from "@/components/sign-in/use-sign-out";

/** Offers to sign out by the palette, also on pages without a button for it. */
export function OfferSignOut() {
  const { signOut, question } = useSignOut();
  useOfferEntries([
    {
      id: "sign-out",
      kind: "Actions",
      label: "Sign out",
      icon: LogOut,
      isHidden: true,
      isNeverRecent: true,
      takesFocus: true,
      open: signOut,
    },
  ]);
  return question;
}
