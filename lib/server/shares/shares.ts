import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import { badRequest, conflict, notFound } from "../../contract/errors";
import { shareId } from "../../contract/ids";
import { limits } from "../../contract/limits";
import type { BasePlace, SharePlace } from "../../contract/places";
import type { Share, ShareCreate, ShareUpdate } from "../../contract/shares";
import { quote } from "../../field-types/text";
import { record, subjectOf } from "../access/audit";
import type { Actor } from "../access/author";
import { hashPassword } from "../access/passwords";
import { changePeople } from "../access/people";
import { hashOf, mintSecret } from "../access/secrets";
import { type Prisma, prisma } from "../db";
import { env } from "../env";
import { requireBase } from "../structure/structure";

const withMaker = { createdBy: true } as const;
type Row = Prisma.ShareGetPayload<{ include: typeof withMaker }>;

/** Lists the shared links of a database, newest first. Those of views in the trash are left out. */
export async function listShares({ databaseId }: BasePlace): Promise<Share[]> {
  await requireBase({ databaseId });
  const rows = await prisma().share.findMany({
    where: { baseId: databaseId },
    include: withMaker,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const views = await prisma().view.findMany({
    where: { id: { in: rows.map(({ viewId }) => viewId) }, table: { baseId: databaseId } },
    select: { id: true },
  });
  const ids = new Set(views.map(({ id }) => id));
  return rows.filter(({ viewId }) => ids.has(viewId)).map((row) => presentShare(row));
}

/** Creates a link to a view. Its token is in the answer alone. */
export async function createShare(actor: Actor, place: BasePlace, given: ShareCreate): Promise<Share> {
  const { viewId, password: chosen, expiresAt = null, ...settings } = given;
  requireAhead(expiresAt);
  const password = chosen ? await hashPassword(chosen) : null;
  const { databaseId } = place;
  return changeShares(actor, place, async () => {
    const view = await prisma().view.findFirst({ where: { id: viewId, table: { baseId: databaseId } } });
    if (view?.ownerId === actor.person.id) {
      const message = "is a personal view. Make it a view of everybody before you share it";
      throw badRequest([{ path: "viewId", message }]);
    }
    if (!view || view.ownerId !== null) {
      throw badRequest([
        { path: "viewId", message: `is not the id of a view of this database: ${quote(viewId)}` },
      ]);
    }
    const max = limits.sharesPerDatabase;
    if ((await prisma().share.count({ where: { baseId: databaseId } })) >= max) {
      throw conflict(
        "viewId",
        `cannot be shared: this database has ${max} shared links already. Delete one first`,
      );
    }
    const { token, ...secrets } = mintSecrets();
    const row = await prisma().share.create({
      data: {
        ...{ id: v7(), baseId: databaseId, tableId: view.tableId, viewId },
        ...{ ...secrets, password, expiresAt, ...settings },
        isForm: view.type === "form",
        createdById: actor.person.id,
      },
      include: withMaker,
    });
    await record("share-created", { databaseId, subject: subjectOf("view", view) });
    return presentShare(row, { token, viewType: view.type });
  });
}

/** Changes the settings of a link. A changed password ends what the earlier one has opened. */
export async function updateShare(actor: Actor, place: SharePlace, given: ShareUpdate): Promise<Share> {
  const { password: chosen, ...settings } = given;
  requireAhead(given.expiresAt ?? null);
  const password = chosen ? await hashPassword(chosen) : chosen;
  return changeShares(actor, place, async () => {
    const before = await shareAt(place);
    const changed = Object.keys(given);
    if (changed.length === 0) return presentShare(before);
    const row = await prisma().share.update({
      where: { id: before.id },
      data: { ...settings, ...(password !== undefined && { password, sealingKey: mintSecret() }) },
      include: withMaker,
    });
    await record("share-changed", { ...(await auditedView(row.baseId, row.viewId)), details: { changed } });
    return presentShare(row);
  });
}

/** Replaces the token of a link, which ends the earlier one. */
export function rotateShare(actor: Actor, place: SharePlace): Promise<Share> {
  return changeShares(actor, place, async () => {
    const { id } = await shareAt(place);
    const { token, ...secrets } = mintSecrets();
    const row = await prisma().share.update({ where: { id }, data: secrets, include: withMaker });
    await record("share-rotated", await auditedView(row.baseId, row.viewId));
    const view = await prisma().view.findUnique({ where: { id: row.viewId }, select: { type: true } });
    return presentShare(row, { token, viewType: view?.type });
  });
}

/** Switches off a link for good. */
export async function deleteShare(actor: Actor, place: SharePlace): Promise<void> {
  await changeShares(actor, place, async () => {
    const row = await shareAt(place);
    await prisma().share.delete({ where: { id: row.id } });
    await record("share-deleted", await auditedView(row.baseId, row.viewId));
  });
}

/** Changes links one at a time, with the caller's rights as they are then. */
function changeShares<Result>(
  actor: Actor,
  { databaseId }: BasePlace,
  work: () => Promise<Result>,
): Promise<Result> {
  return changePeople(
    actor,
    "share-views",
    async () => {
      await requireBase({ databaseId });
      return work();
    },
    databaseId,
  );
}

async function shareAt({ databaseId, shareId: given }: SharePlace): Promise<Row> {
  const { success, data: id } = shareId.safeParse(given);
  const row = success
    ? await prisma().share.findFirst({ where: { id, baseId: databaseId }, include: withMaker })
    : null;
  if (!row) throw notFound("shared link", given);
  return row;
}

function mintSecrets() {
  const token = randomBytes(16).toString("base64url");
  return { token, hash: hashOf(token), sealingKey: mintSecret() };
}

function requireAhead(expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt > new Date()) return;
  throw badRequest([{ path: "expiresAt", message: "must be in the future" }]);
}

/** The view of a link, as the audit log names it. */
export async function auditedView(databaseId: string, viewId: string) {
  const view = await prisma().view.findUnique({ where: { id: viewId }, select: { name: true } });
  return { databaseId, subject: subjectOf("view", { id: viewId, name: view?.name ?? null }) };
}

/** A new token, which is answered once, and the type of the view that it shows. */
interface Minted {
  readonly token: string;
  readonly viewType: string | undefined;
}

function presentShare(row: Row, minted?: Minted): Share {
  const { id, baseId, tableId, viewId, password, allowExport, allowCopy, embed, showsName } = row;
  return {
    ...{ id, databaseId: baseId, tableId, viewId, allowExport, allowCopy, embed, showsName },
    url: minted ? `${env.APP_URL}/${row.isForm ? "form" : "shared"}/${minted.token}` : null,
    icsUrl:
      minted?.viewType === "calendar" && password === null
        ? `${env.APP_URL}/shared/${minted.token}.ics`
        : null,
    isForm: row.isForm,
    hasPassword: password !== null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdBy: { id: row.createdBy.id, name: row.createdBy.name },
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
