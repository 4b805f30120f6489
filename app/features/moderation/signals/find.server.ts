import { sql } from "kysely";
import { firstIdAt } from "#app/domain/ids.ts";
import { imitatesShop } from "#app/domain/reserved-names.ts";
import { db } from "#app/platform/db.server.ts";
import { cursorOf, LOWEST_ID, moveCursor, type SignalCursor, type SignalPart } from "./cursors.server.ts";
import { listingsAfter, signalsInListings } from "./listings.server.ts";
import { messagesAfter, signalsInMessages } from "./messages.server.ts";
import { raiseSignal, type SignalToRaise } from "./raise.server.ts";
import { signalThresholds, type Thresholds } from "./settings.server.ts";

/** Rows that are younger wait for the next run: until then, a slow transaction may still commit an older row. */
const SETTLE_MS = 2 * 60_000;
const AT_ONCE = 500;
/** How many times one run reads rows of each part at most. The next run continues after the last of these rows. */
const ROUNDS = 20;

interface Part<Row> {
  /** The rows after the last checked one that were written before `until`, the oldest first. */
  readonly after: (cursor: SignalCursor, until: Date) => Promise<readonly Row[]>;
  readonly signalsIn: (rows: readonly Row[]) => Promise<readonly SignalToRaise[]>;
}

function parts(thresholds: Thresholds) {
  const { payment, contact, imitation } = thresholds;
  const firsts = Math.max(payment ?? 0, contact ?? 0, 1);
  return {
    listings: part({
      after: (cursor, until) => listingsAfter(cursor, until, AT_ONCE),
      signalsIn: (rows) => signalsInListings(rows, thresholds),
    }),
    messages: part({
      after: (cursor, until) => messagesAfter(cursor, firstIdAt(until), AT_ONCE, firsts),
      signalsIn: (rows) => signalsInMessages(rows, thresholds),
    }),
    people: part({
      after: peopleAfter,
      signalsIn: async (people) =>
        imitation === null ? [] : people.flatMap((person) => signalsInName(person, imitation)),
    }),
  } satisfies Record<SignalPart, unknown>;
}

/** The same for all parts, whose rows differ. */
function part<Row extends SignalCursor>({ after, signalsIn }: Part<Row>) {
  async function raise(
    cursor: SignalCursor,
    until: Date,
    failures: unknown[],
  ): Promise<readonly SignalCursor[]> {
    const rows = await after(cursor, until);
    for (const raised of await signalsIn(rows))
      await raiseSignal(raised).catch((error: unknown) => failures.push(error));
    return rows;
  }
  return raise;
}

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
  const raising = parts(await signalThresholds());
  for (const name of ["listings", "messages", "people"] as const) {
    for (let round = 0; round < ROUNDS && !signal?.aborted; round++) {
      const cursor = await cursorOf(name);
      if (new Date(cursor.at) >= until) break;
      const rows = await raising[name](cursor, until, failures);
      const last = rows.length < AT_ONCE ? undefined : rows.at(-1);
      const id = name === "messages" ? firstIdAt(until) : LOWEST_ID;
      await moveCursor(name, last ?? { at: until.toISOString(), id });
      if (!last) break;
    }
  }
  report(failures);
}

/** What was written longer ago is left to `findSignals`, as are rows beyond the first `AT_ONCE`. */
const RECENT_MS = 15_000;

/** Checks what was written in the last seconds, and moves no cursor: `findSignals` checks it again when it has settled. */
export async function findRecentSignals(signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const since = new Date(Date.now() - RECENT_MS);
  // Later than now, as the clock of the database may be.
  const until = new Date(Date.now() + RECENT_MS);
  const raising = parts(await signalThresholds());
  for (const name of ["messages", "listings", "people"] as const) {
    if (signal?.aborted) break;
    const id = name === "messages" ? firstIdAt(since) : LOWEST_ID;
    await raising[name]({ at: since.toISOString(), id }, until, failures);
  }
  report(failures);
}

function report(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, "some signals could not be raised");
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

function signalsInName({ id, username }: NamedPerson, wrong: number): SignalToRaise[] {
  return imitatesShop(username, wrong) ? [{ signal: "imitation", kind: "person", id }] : [];
}
