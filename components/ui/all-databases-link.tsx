import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { buttonLook } from "./button-look";

/** The way out of a page that leads no further; quiet where it stands below what the page is about. */
export function AllDatabasesLink({ look = "primary" }: { look?: "primary" | "plain" | "quiet" }) {
  const isQuiet = look === "quiet";
  return (
    <Link href="/" className={`${buttonLook(look)} ${isQuiet ? "-ml-3 self-start" : ""}`}>
      {isQuiet && <ChevronLeft aria-hidden className="size-4" />}
      All databases
    </Link>
  );
}
