import type { LiveContents, LiveEventKind, LiveEvents } from "#app/domain/events.ts";
import type { EventRow } from "./event-reads.server.ts";
import { logger } from "./log.server.ts";

/**
 * Reads, authorizes and presents what events of one kind tell, for the person of each: one content an event, in their
 * order, or null where there is nothing (any more) that the person may see.
 */
export type Presenter<K extends LiveEventKind> = (
  events: readonly { userId: string; subject: LiveEvents[K] }[],
) => Promise<readonly (LiveContents[K] | null)[]>;

/** Who presents what, composed from the slices. Of other kinds the ids are told alone. */
export type Presenters = { readonly [K in LiveEventKind]?: Presenter<K> };

/** Who comes back to more than this asks for it, page by page, instead of having it poured into the stream. */
const MAX_PRESENTED = 10;

/** What is added to the events of these streams as they are sent: the contents of those that have one. */
export async function presentEvents(
  streams: readonly (readonly EventRow[])[],
  presenters: Presenters,
): Promise<ReadonlyMap<EventRow, object>> {
  const contents = new Map<EventRow, object>();
  const few = streams.filter((rows) => rows.length <= MAX_PRESENTED).flat();
  const kinds = Map.groupBy(few, (row) => row.kind as LiveEventKind);
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
    // The ids are enough: whoever hears them asks.
    logger.warn({ err: error, kind: rows[0]?.kind }, "events are told without their content");
  }
}
