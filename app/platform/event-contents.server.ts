import type { LiveContents, LiveEventKind, LiveEvents } from "#app/domain/events.ts";
import type { EventRow } from "./event-reads.server.ts";
import { logger } from "./log.server.ts";

/**
 * Reads, authorizes and presents the contents of events of one kind, each for its user. Returns one content per event,
 * in their order, or null where the user may not see it or it no longer exists.
 */
export type Presenter<K extends LiveEventKind> = (
  events: readonly { userId: string; subject: LiveEvents[K] }[],
) => Promise<readonly (LiveContents[K] | null)[]>;

/** The presenters of all features. Events of other kinds are sent with their ids only. */
export type Presenters = { readonly [K in LiveEventKind]?: Presenter<K> };

/** A stream that missed more events than this gets only their ids. The browser then loads the contents itself. */
const MAX_PRESENTED = 10;

/** The contents to send with the events of these streams, for the events that have one. */
export async function presentEvents(
  streams: readonly (readonly EventRow[])[],
  presenters: Presenters,
): Promise<ReadonlyMap<EventRow, object>> {
  const contents = new Map<EventRow, object>();
  const presentable = streams.filter((rows) => rows.length <= MAX_PRESENTED).flat();
  const kinds = Map.groupBy(presentable, (row) => row.kind as LiveEventKind);
  await Promise.all([...kinds].map(([kind, rows]) => add(contents, presenters[kind], rows)));
  return contents;
}

async function add(contents: Map<EventRow, object>, present: unknown, rows: readonly EventRow[]) {
  if (!present) return;
  const presenter = present as (
    events: readonly { userId: string; subject: object }[],
  ) => Promise<readonly (object | null)[]>;
  try {
    const presented = await presenter(rows.map((row) => ({ userId: row.user_id, subject: row.subject })));
    for (const [nth, row] of rows.entries()) {
      const content = presented[nth];
      if (content) contents.set(row, content);
    }
  } catch (error) {
    // The ids are enough: the page loads the contents itself.
    logger.warn({ err: error, kind: rows[0]?.kind }, "events are sent without their content");
  }
}
