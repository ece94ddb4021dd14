import type { Metadata } from "next";
import type { Query } from "@/app/signed-in";
import { firstForVisitor, firstStacksForVisitor } from "@/components/listing/visitor-selection";
import { openAsked } from "@/components/open-table/open-asked";
import { SharedPage } from "@/components/table-page/shared-page";
import { maxFirstOfStack } from "@/lib/contract/stacks";
import { settingsParameter } from "@/lib/contract/view-settings";
import { settingOf } from "@/lib/contract/views";
import { listSharedRecords, listSharedStacks } from "@/lib/server/shares/shared-records";
import { requireShared, visitTo } from "./require-shared";

interface SharedPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: SharedPageProps): Promise<Metadata> {
  const shared = await requireShared((await params).token);
  return { title: shared?.title ?? "Shared view", robots: { index: false, follow: false } };
}

/** A view for everybody who has its link. The page itself asks for a password, which the server never receives here. */
export default async function Page({ params, searchParams }: SharedPageProps) {
  const { token } = await params;
  const shared = await requireShared(token);
  if (!shared) return <SharedPage token={token} opened={null} />;
  const asked = (await searchParams)[settingsParameter];
  const { config } = shared.view;
  const opened = await openAsked(shared.table.fields, asked, async (own) => {
    if (settingOf(config, "startFieldId") !== null) return { records: [], hasMore: true };
    if (settingOf(config, "stackFieldId") !== null) {
      const request = { ...firstStacksForVisitor(config, own), limit: maxFirstOfStack, counts: false };
      const page = await listSharedStacks(visitTo(token), request);
      return { records: [], hasMore: true, stacks: { ...page, stacks: page.stacks.parse() } };
    }
    const page = await listSharedRecords(visitTo(token), firstForVisitor(config, own));
    return { records: page.records.parse(), hasMore: page.hasMore };
  });
  return <SharedPage token={token} opened={{ shared, ...opened }} />;
}
