import { buttonLook } from "@/components/ui/button-look";
import { MessagePage } from "@/components/ui/message-page";
import { PageLink } from "@/components/ui/page-link";

/** Shown for a webhook that does not exist, or to people who cannot manage webhooks. */
export function MissingWebhook({ databaseId }: { databaseId?: string }) {
  return (
    <MessagePage
      title="Webhook not found"
      actions={
        databaseId !== undefined && (
          <PageLink href={`/database/${databaseId}/webhooks`} className={buttonLook("plain")}>
            All webhooks
          </PageLink>
        )
      }
    >
      <p>It may have been deleted, or you can't manage the webhooks of this database.</p>
    </MessagePage>
  );
}
