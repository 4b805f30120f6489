import { sql } from "kysely";
import { firstIdAt } from "#app/domain/ids.ts";
import { imitatesShop } from "#app/domain/reserved-names.ts";
import { db } from "#app/platform/db.server.ts";
import { cursorOf, LOWEST_ID, moveCursor, type SignalCursor, type SignalPart } from "./cursors.server.ts";
import { listingsAfter, signalsInListings } from "./listings.server.ts";
import { messagesAfter, signalsInMessages } from "./messages.server.ts";
import { raiseSignal, type SignalToRaise } from "./raise.server.ts";

/** Rows that are younger wait for the next run: until then, a slow transaction may still commit an older row. */
const SETTLE_MS = 2 * 60_000;
const AT_ONCE = 500;
/** How many times one run reads rows of each part at most. The next run continues after the last of these rows. */
const ROUNDS = 20;

/**
 * Checks the listings, first messages and usernames that are new since the last run, and raises signals about them. A
 * signal that cannot be raised is skipped, and the job fails at its end.
 * @param until rows that were written at this time or later wait for the next run
 */
export async function findSignals(
  until = new Date(Date.now() - SETTLE_MS),
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  await scan("listings", until, {
    after: (cursor) => listingsAfter(cursor, until, AT_ONCE),
    signalsIn: signalsInListings,
    failures,
    signal,
  });
  await scan("messages", until, {
    after: (cursor) => messagesAfter(cursor, firstIdAt(until), AT_ONCE),
    signalsIn: signalsInMessages,
    failures,
    signal,
  });
  await scan("people", until, {
    after: (cursor) => peopleAfter(cursor, until),
    signalsIn: async (people) => people.flatMap(signalsInName),
    failures,
    signal,
  });
  if (failures.length > 0) throw new AggregateError(failures, "some signals could not be raised");
}

interface Scan<Row> {
  readonly after: (cursor: SignalCursor) => Promise<readonly Row[]>;
  readonly signalsIn: (rows: readonly Row[]) => Promise<readonly SignalToRaise[]>;
  readonly failures: unknown[];
  readonly signal: AbortSignal | undefined;
}

async function scan<Row extends SignalCursor>(
  part: SignalPart,
  until: Date,
  { after, signalsIn, failures, signal }: Scan<Row>,
): Promise<void> {
  for (let round = 0; round < ROUNDS && !signal?.aborted; round++) {
    const cursor = await cursorOf(part);
    if (new Date(cursor.at) >= until) return;
    const rows = await after(cursor);
    for (const raised of await signalsIn(rows))
      await raiseSignal(raised).catch((error: unknown) => failures.push(error));
    const last = rows.length < AT_ONCE ? undefined : rows.at(-1);
    const id = part === "messages" ? firstIdAt(until) : LOWEST_ID;
    await moveCursor(part, last ?? { at: until.toISOString(), id });
    if (!last) return;
  }
}

interface NamedPerson extends SignalCursor {
  readonly username: string;
}

/** People who signed up, or changed their username, after the last checked row. */
async function peopleAfter(cursor: SignalCursor, until: Date): Promise<readonly NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select id, named_at::text as at, username from (
      select id, created_at as named_at, username from profiles
      union all
      select id, left_at, username from former_usernames join profiles on profiles.id = user_id
    ) named
    where named_at >= ${cursor.at}::timestamptz and named_at < ${until}
      and (named_at, id) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)
    order by named_at, id limit ${AT_ONCE}
  `.execute(db());
  return rows;
}

function signalsInName({ id, username }: NamedPerson): SignalToRaise[] {
  return imitatesShop(username) ? [{ signal: "imitation", kind: "person", id }] : [];
}
