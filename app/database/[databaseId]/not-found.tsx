import Link from "next/link";
import { buttonLook } from "@/components/ui/button-look";
import { MessagePage } from "@/components/ui/message-page";

/** A database that is there, without the table that the address names: its other tables stay in reach. */
export default function TableNotFound() {
  return (
    <MessagePage
      title="Table not found"
      actions={
        <Link href="/" className={buttonLook("plain")}>
          All databases
        </Link>
      }
    >
      <p>
        It may have been deleted, or the link may be incomplete. The tables above are the ones this database
        has.
      </p>
    </MessagePage>
  );
}
