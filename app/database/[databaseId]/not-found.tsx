import { AllDatabasesLink } from "@/components/site/all-databases-link";
import { MessagePage } from "@/components/ui/message-page";

/** A database that is there, without the table that the address names: its other tables stay in reach. */
export default function TableNotFound() {
  return (
    <MessagePage title="Table not found" actions={<AllDatabasesLink look="plain" />}>
      <p>
        It may have been deleted, or the link may be incomplete. The tables above are the ones this database
        has.
      </p>
    </MessagePage>
  );
}
