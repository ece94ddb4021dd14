import { attachmentOperations } from "./attachments";
import { auditOperations } from "./audit";
import { baseOperations } from "./bases";
import { changeOperations } from "./changes";
import { documentOperations } from "./documents";
import { exportOperations } from "./exports";
import { fieldOperations } from "./fields";
import { formOperations } from "./forms";
import { importCallOperations } from "./import-call";
import { importResourceOperations } from "./import-resource";
import { keyOperations } from "./keys";
import { listOperations } from "./lists";
import type { Operation } from "./operation";
import { passkeyOperations } from "./passkeys";
import { peopleOperations } from "./people";
import { presenceOperations } from "./presence";
import { recordOperations } from "./records";
import { ruleOperations } from "./rules";
import { sessionOperations } from "./sessions";
import { shareOperations } from "./shares";
import { tableOperations } from "./tables";
import { trashOperations } from "./trash";
import { viewOperations } from "./views";
import { webhookOperations } from "./webhooks";

/** All operations of the API. */
export const operations = [
  ...sessionOperations,
  ...baseOperations,
  ...tableOperations,
  ...fieldOperations,
  ...viewOperations,
  ...recordOperations,
  ...listOperations,
  ...exportOperations,
  ...importResourceOperations,
  ...importCallOperations,
  ...changeOperations,
  ...presenceOperations,
  ...trashOperations,
  ...attachmentOperations,
  ...keyOperations,
  ...peopleOperations,
  ...passkeyOperations,
  ...ruleOperations,
  ...shareOperations,
  ...formOperations,
  ...webhookOperations,
  ...auditOperations,
  ...documentOperations(() => everyOperation),
] as const;

/**
 * The operations without their individual types, for code that treats all alike. `operation` checks each where it
 * is defined.
 */
export const everyOperation: readonly Operation[] = operations as unknown as readonly Operation[];
