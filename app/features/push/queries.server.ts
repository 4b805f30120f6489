import { sql } from "kysely";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import { sessionEnd, sessionTokenOf } from "#app/platform/session.server.ts";
import { publicPushKey } from "./keys.server.ts";
import { PUSHED_KINDS } from "./schema.ts";
import type { PushOffer, PushSettings } from "./view.ts";

interface DeviceRow {
  readonly id: string;
  readonly token: string;
  readonly user_agent: string | null;
  readonly off_kinds: readonly string[];
}

/** The browsers of the viewer that are told of notices, this one first, and how. */
export async function pushSettings(request: Request, viewer: Viewer): Promise<PushSettings> {
  const token = sessionTokenOf(request)?.token;
  const [devices, manner] = await Promise.all([devicesOf(viewer), mannerOf(viewer)]);
  const presented = devices.map((row) => ({
    id: row.id,
    current: row.token === token,
    userAgent: row.user_agent,
    kinds: PUSHED_KINDS.filter((kind: NoticeKind) => !row.off_kinds.includes(kind)),
  }));
  return {
    ...manner,
    devices: presented.sort((device, other) => Number(other.current) - Number(device.current)),
  };
}

async function devicesOf(viewer: Viewer): Promise<readonly DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select subscription.id, sessions.token, sessions.user_agent, subscription.off_kinds
    from push_subscriptions as subscription join sessions on sessions.id = subscription.session_id
    where subscription.user_id = ${viewer.id} and subscription.server_key = ${publicPushKey()}
      and ${sessionEnd()} > now()
    order by subscription.seen_at desc, subscription.id
  `.execute(db());
  return rows;
}

async function mannerOf(viewer: Viewer) {
  const row = await db()
    .selectFrom("user_preferences")
    .select(["push_hidden as hidden", "quiet_from as from", "quiet_until as until"])
    .where("user_id", "=", viewer.id)
    .executeTakeFirst();
  return row ?? { hidden: false, from: null, until: null };
}

/** What this browser needs to subscribe. */
export function pushOffer(): PushOffer {
  return { key: publicPushKey() };
}
