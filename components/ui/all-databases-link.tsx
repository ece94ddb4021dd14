import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { buttonLook } from "./button-look";

/** Links to the home page, from pages without other links. */
export function AllDatabasesLink({ look = "primary" }: { look?: "primary" | "plain" | "quiet" }) {
  const isQuiet = look === "quiet";
  return (
    <Link href="/" className={`${buttonLook(look)} ${isQuiet ? "-ml-3 self-start" : ""}`}>
      {isQuiet && <ChevronLeft aria-hidden className="size-4" />}
      All databases
    </Link>
  );
}
