import { Prisma, queryReserved } from "@/lib/server/db";
import { loadAddressKey } from "@/lib/server/files/file-addresses";
import type { GracefulServer } from "@/lib/server/http/graceful-server";
import type { Probes } from "@/lib/server/http/probes";
import { stopImports } from "@/lib/server/import/resource/background";
import { closeNews } from "@/lib/server/log/news";
import { startWebhooks } from "@/lib/server/webhooks/worker";
import { closeAtEnd } from "./lifetime";
import { createListener } from "./listener";
import type { Mode } from "./mode";

/** Serves requests, and completes all of them before the process ends. */
export async function serveRequests(mode: Mode, server: GracefulServer, probes: Probes): Promise<void> {
  await loadAddressKey();
  server.serve(await createListener(mode, server.server));
  probes.start(async () => void (await queryReserved(Prisma.sql`SELECT`)));
  // After the last request, which may start one.
  closeAtEnd(stopImports);
  closeAtEnd(() => server.close());
  // An endless stream would keep the server from closing.
  closeAtEnd(closeNews);
  closeAtEnd(startWebhooks());
  closeAtEnd(async () => probes.stop());
}
