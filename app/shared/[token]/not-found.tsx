import type { Metadata } from "next";
import { MessagePage } from "@/components/ui/message-page";

export const metadata: Metadata = { title: "Link not found" };

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col">
      <MessagePage title="This link does not work" actions={null}>
        <p>It may be mistyped, expired or switched off. Ask the person who sent it to you for a new one.</p>
      </MessagePage>
    </main>
  );
}
