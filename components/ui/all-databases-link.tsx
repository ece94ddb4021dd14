import { ChevronLeft } from "lucide-react";
import { buttonLook } from "./button-look";
import { PageLink } from "./page-link";

/** Links to the home page, from pages without other links. */
export function AllDatabasesLink({ look = "primary" }: { look?: "primary" | "plain" | "quiet" }) {
  const isQuiet = look === "quiet";
  return (
    <PageLink href="/" className={`${buttonLook(look)} ${isQuiet ? "-ml-3 self-start" : ""}`}>
      {isQuiet && <ChevronLeft aria-hidden className="size-4" />}
      All databases
    </PageLink>
  );
}
