"use client";

import { firstForVisitor, firstStacksForVisitor } from "@/components/listing/visitor-selection";
import { openAsked } from "@/components/open-table/open-asked";
import { LinkPassword } from "@/components/sign-in/link-password";
import { api } from "@/lib/client/api";
import { settingsParameter } from "@/lib/contract/view-settings";
import { settingOf } from "@/lib/contract/views";
import type { OpenedShare } from "./opened-share";

interface SharedPasswordProps {
  readonly token: string;
  readonly onOpened: (opened: OpenedShare) => void;
}

/** Asks for the password of a shared view. */
export function SharedPassword(props: SharedPasswordProps) {
  return <LinkPassword title="This view has a password" open={open} {...props} />;
}

async function open(token: string, password: string): Promise<OpenedShare> {
  const call = { params: { token }, sharePassword: password };
  const shared = await api("GET /shared/{token}", call);
  const { table, view } = shared;
  const asked = new URL(window.location.href).searchParams.get(settingsParameter);
  const opened = await openAsked(table.fields, asked, async (own) => {
    if (settingOf(view.config, "startFieldId") !== null) return { records: [], hasMore: true };
    if (settingOf(view.config, "stackFieldId") === null) {
      const body = firstForVisitor(view.config, own);
      return api("POST /shared/{token}/records/list", { ...call, body });
    }
    const body = firstStacksForVisitor(view.config, own);
    const stacks = await api("POST /shared/{token}/records/stacks", { ...call, body });
    return { records: [], hasMore: true, stacks };
  });
  return { ...opened, shared, password };
}
