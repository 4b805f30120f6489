import type { LiveContents, LiveEventKind, LiveEvents } from "#app/domain/events.ts";
import type { EventRow } from "./event-reads.server.ts";
import type { Stream } from "./event-stream.server.ts";
import { logger } from "./log.server.ts";

/**
 * Presents the contents of events of one kind, each for its user. Returns them in the same order, with null where the
 * user may not see the content, or it no longer exists.
 */
export type Presenter<K extends LiveEventKind> = (
  events: readonly { userId: string; subject: LiveEvents[K] }[],
) => Promise<readonly (LiveContents[K] | null)[]>;

/** Events of kinds without a presenter are sent with their ids only. */
export type Presenters = { readonly [K in LiveEventKind]?: Presenter<K> };

/** A stream that missed more events gets only their ids, and the browser loads the contents itself. */
const MAX_PRESENTED = 10;

/** The contents of the events of these streams; an event without content is missing in the map. */
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
    // With the ids, the page loads the contents itself.
    logger.warn({ err: error, kind: rows[0]?.kind }, "events are sent without their content");
  }
}

type Sent = Pick<EventRow, "kind" | "subject"> & { readonly seq?: number };

/**
 * An event as a stream sends it; an ephemeral one has no number. A page gets its content too; a program only the ids,
 * and asks for what it needs.
 */
export function frameFor(
  { reader }: Pick<Stream, "reader">,
  { seq, kind, subject }: Sent,
  content?: object,
): string {
  const data = reader.session === null ? inSnakeCase(subject) : { ...subject, ...content };
  return `${seq === undefined ? "" : `id: ${seq}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

function inSnakeCase(subject: object): object {
  const named = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(subject).map(([name, value]) => [named(name), value]));
}
