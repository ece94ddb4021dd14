import type { ChangeEntry } from "../../contract/changes";
import type { WebhookEvent } from "../../contract/webhook-events";
import { idOfLog, placeText } from "../log/log-place";
import { presentEach } from "../log/present-entries";
import { hiddenInLog, withoutHidden } from "../log/seen-changes";
import { eventIdOf, eventUuid } from "./event-ids";
import { importData } from "./import-data";
import { endOf } from "./log-windows";
import type { Making, PartOfStep, SeenItem } from "./making";
import { RecordEvents } from "./record-events";
import { recordsPerEvent, type Step } from "./steps";
import { structureData, structureIds } from "./structure-data";
import { isWanted, typeFor } from "./wanted";
import { asMaker, type Position, readerOf, type WebhookState } from "./webhook-state";

/** An event of a webhook, ready to be sent. */
export interface MadeEvent {
  readonly uuid: string;
  readonly type: WebhookEvent;
  readonly changedAt: Date;
  /** The body of its first attempt. */
  readonly body: string;
}

/** The position after a part of the log, and the event that reports it, if the webhook has one. */
export interface Progress {
  readonly position: Position;
  readonly event?: MadeEvent;
}

/**
 * Makes the events of these steps, in order. Reads what they need for several small steps at once, and for a large one
 * part by part.
 */
export async function* makeEvents(state: WebhookState, steps: readonly Step[]): AsyncGenerator<Progress> {
  const place = { databaseId: state.baseId };
  const hidden = await hiddenInLog(place, readerOf(state));
  const making: Making = { state, place, hidden, logId: await idOfLog() };
  let chunk: Step[] = [];
  let items = 0;
  for (const [index, step] of steps.entries()) {
    chunk.push(step);
    items += isWanted(state, step) ? step.items.length : 0;
    if (items < recordsPerEvent && index < steps.length - 1) continue;
    yield* eventsOfChunk(making, chunk);
    chunk = [];
    items = 0;
  }
}

async function* eventsOfChunk(making: Making, steps: readonly Step[]): AsyncGenerator<Progress> {
  const { state, place, hidden } = making;
  const wanted = steps.filter((step) => isWanted(state, step));
  const rows = wanted.flatMap(({ items }) => items.map(({ row }) => row));
  const presented = await asMaker(state, () => presentEach(place, rows));
  const seen = new Map<Step, SeenItem[]>();
  let next = 0;
  for (const step of wanted) {
    const own = step.items.flatMap(({ index }) => {
      const [change] = withoutHidden(presented[next++] ?? [], hidden);
      return change ? [{ index, change }] : [];
    });
    seen.set(step, own);
  }
  const records = new RecordEvents(making);
  await asMaker(state, () => records.prepare(seen));
  for (const step of steps) {
    const own = seen.get(step) ?? [];
    const actor = own[0]?.change.actor;
    if (!actor) {
      yield { position: positionAfter(step, step.count) };
      continue;
    }
    const parts = partsOf(making, records, step, own);
    for (;;) {
      const part = await asMaker(state, () => parts.next());
      if (part.done) break;
      const { json, from, to } = part.value;
      const position = positionAfter(step, to);
      if (json === undefined) yield { position };
      else yield { position, event: eventOf(making, step, { actor, json, from, to }) };
    }
  }
}

/** The data of a step's events. */
async function* partsOf(
  making: Making,
  records: RecordEvents,
  step: Step,
  seen: readonly SeenItem[],
): AsyncGenerator<PartOfStep> {
  const { kind } = step.row;
  if (kind === "record") {
    yield* records.partsOf(step, seen);
    return;
  }
  const [{ change }] = seen as [SeenItem];
  const data =
    kind === "import" ? importData(making.state, change) : await dataOfStructure(making, kind, change);
  yield { json: data && JSON.stringify(data), from: 0, to: step.count };
}

async function dataOfStructure(
  { state, place }: Making,
  kind: keyof typeof structureData,
  change: ChangeEntry,
) {
  const data = await structureData[kind](place, change);
  return data && !state.mayRead ? structureIds[kind](change) : data;
}

interface EventParts extends PartOfStep {
  readonly actor: ChangeEntry["actor"];
  readonly json: string;
}

function eventOf({ state, logId }: Making, step: Step, { actor, json, from, to }: EventParts): MadeEvent {
  const { window, row, part, parts } = step;
  const type = typeFor(state, step) as WebhookEvent;
  const uuid = eventUuid(step, { webhookId: state.id, type, from, to });
  const metadata = {
    webhookId: state.id,
    baseId: state.baseId,
    organizationId: 1,
    attempt: 1,
    source: row.source,
    changeSetId: row.changeSetId,
    actor: state.mayRead ? actor : { ...actor, name: null, person: null },
    next: placeText(logId, positionAfter(step, to)),
    ...(parts > 1 && window.isWhole && { part, parts }),
  };
  const head = JSON.stringify({ id: eventIdOf(uuid), type, timestamp: row.at.toISOString() }).slice(0, -1);
  const body = `${head},"data":${json},"metadata":${JSON.stringify(metadata)}}`;
  return { uuid, type, changedAt: row.at, body };
}

/** The position after some items of a step. */
function positionAfter({ window, from, count, isLast }: Step, to: number): Position {
  if (isLast && to === count) return { ...endOf(window.rows), sent: 0 };
  return { ...window.after, sent: from + to };
}
