import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { db } from "./db.server.ts";
import { frameFor, type Presenters, presentEvents } from "./event-contents.server.ts";
import {
  allowedPrograms,
  allowedStreams,
  chunks,
  eventsAfter,
  headsOf,
  rangesOf,
  takeFirst,
} from "./event-reads.server.ts";
import { begin, end, isBehind, type Reader, type Stream, write } from "./event-stream.server.ts";
import { listen } from "./listen.server.ts";
import { logger } from "./log.server.ts";
import { hashOf } from "./signature.server.ts";

/**
 * The channel of NOTIFY, with three kinds of payloads:
 * - "<hub id> <user id>,<user id>…": these users have new events; the hub id is "-" in `publishAll`
 * - "<hub id> !<user id>,<hash>": sessions of this user ended (`endSessions`)
 * - "<hub id> ~<user id> <kind> <JSON>": an ephemeral event (`sendEphemeral`)
 */
export const CHANNEL = "events";

/** PostgreSQL limits a payload to 8,000 bytes; an id with its comma has 37. */
const IDS_PER_NOTIFY = 200;
const PERSONS_PER_READ = 1_000;
const EVENTS_PER_READ = 200;
const IDS_PER_CHECK = 5_000;
const READ_RETRY_MS = 1_000;
const DRAIN_MS = 1_000;

/**
 * The open event streams of one server (docs/decisions/0005-events.md). A notification of
 * stored events only names their users; the events are read from the table `events`. So a lost or repeated notification
 * loses or repeats none of them.
 */
export class EventHub {
  /** A server ignores its own notifications. */
  readonly id = randomUUID();
  readonly #presenters: Presenters;
  readonly #persons = new Map<string, Set<Stream>>();
  readonly #woken = new Set<string>();
  readonly #toNotify = new Set<string>();
  #reading = false;
  #sending: Promise<void> | undefined;
  #listening: { close(): Promise<void> } | undefined;
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(presenters: Presenters = {}) {
    this.#presenters = presenters;
  }

  /**
   * Listens to the other servers. At each heartbeat, streams get a comment, which reveals dead connections, and the hub
   * looks for missed events and ended sessions.
   */
  async start(heartbeatMs = 15_000): Promise<void> {
    this.#heartbeatTimer = setInterval(() => void this.heartbeat(), heartbeatMs);
    this.#heartbeatTimer.unref();
    this.#listening = await listen({
      channel: CHANNEL,
      // For notifications that were sent while this server did not listen.
      onConnect: () => void this.#attempt(() => this.#catchUp()),
      onNotify: (payload) => {
        const [sender, ids = "", ...words] = payload.split(" ");
        if (sender === this.id) return;
        if (ids.startsWith("~"))
          void this.#attempt(() => this.#writeEphemeral(ids.slice(1), words.join(" ")));
        else if (ids.startsWith("!")) {
          const [userId = "", but] = ids.slice(1).split(",");
          void this.#attempt(() => this.#endSessions([userId], but));
        } else this.wake(ids.split(","));
      },
    });
  }

  /** Ends all streams; browsers reconnect by themselves. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#heartbeatTimer);
    const open = [...this.#persons.values()].flatMap((streams) => [...streams]);
    for (const { outgoing } of open) end(outgoing);
    setTimeout(() => {
      for (const { outgoing } of open) outgoing.destroy();
    }, DRAIN_MS).unref();
    this.#persons.clear();
    this.#woken.clear();
    await this.#sending;
    await this.#listening?.close();
  }

  get size(): number {
    let streams = 0;
    for (const personStreams of this.#persons.values()) streams += personStreams.size;
    return streams;
  }

  streamsOf(userId: string): number {
    return this.#persons.get(userId)?.size ?? 0;
  }

  /** Sends the user's events after number `after`, or only new ones if it is missing. */
  subscribe(outgoing: ServerResponse, reader: Reader, after?: number): void {
    begin(outgoing);
    if (this.#stopped) {
      end(outgoing);
      return;
    }
    const { userId } = reader;
    const stream: Stream = { outgoing, reader, seq: after, hasStart: false };
    const streams = this.#persons.get(userId);
    if (streams) streams.add(stream);
    else this.#persons.set(userId, new Set([stream]));
    outgoing.on("close", () => this.#unsubscribe(userId, stream));
    this.wake([userId]);
  }

  /**
   * Sends the new events of these users to their streams on this server. Calls during a read are handled by the next
   * read.
   */
  wake(userIds: Iterable<string>): void {
    for (const id of userIds) if (this.#persons.has(id)) this.#woken.add(id);
    if (!this.#reading && this.#woken.size > 0) void this.#read();
  }

  /**
   * Sends the new events of these users to their streams on all servers. Call it after the commit: a NOTIFY inside a
   * transaction makes all commits of the database wait for each other.
   */
  notify(userIds: Iterable<string>): void {
    const ids = [...userIds];
    this.wake(ids);
    for (const id of ids) this.#toNotify.add(id);
    this.#sending ??= this.#sendNotifications();
  }

  /** Sends an ephemeral event to the open streams of the user, on all servers, except streams with unread data. */
  async sendEphemeral(userId: string, kind: string, subject: string): Promise<void> {
    await this.#attempt(async () => {
      const words = `${kind} ${subject}`;
      await this.#writeEphemeral(userId, words);
      await sql`select pg_notify(${CHANNEL}, ${`${this.id} ~${userId} ${words}`})`.execute(db());
    });
  }

  async #writeEphemeral(userId: string, words: string): Promise<void> {
    const streams = [...(this.#persons.get(userId) ?? [])].filter(
      (stream) => stream.hasStart && !isBehind(stream),
    );
    if (streams.length === 0) return;
    const [kind = "", ...json] = words.split(" ");
    const event = { kind, subject: JSON.parse(json.join(" ")) };
    for (const stream of await allowedStreams(streams))
      if (!stream.outgoing.writableEnded) write(stream, frameFor(stream, event));
  }

  /**
   * Ends the streams of the user's ended sessions now, on all servers. Those of `but`, the token of a replaced session,
   * wait for the next heartbeat, so that the browser gets its new cookie first.
   */
  async endSessions(userId: string, but?: string): Promise<void> {
    // Any database user can listen to the channel, so it has no session tokens.
    const spared = but === undefined ? "" : hashOf(but);
    await this.#attempt(async () => {
      await this.#endSessions([userId], spared);
      await sql`select pg_notify(${CHANNEL}, ${`${this.id} !${userId},${spared}`})`.execute(db());
    });
  }

  async #sendNotifications(): Promise<void> {
    try {
      while (this.#toNotify.size > 0) {
        const ids = takeFirst(this.#toNotify, IDS_PER_NOTIFY);
        await sql`select pg_notify(${CHANNEL}, ${`${this.id} ${ids.join(",")}`})`.execute(db());
      }
    } catch (error) {
      this.#toNotify.clear();
      logger.warn({ err: error }, "other servers were not notified of events before their next heartbeat");
    } finally {
      this.#sending = undefined;
    }
  }

  async #read(): Promise<void> {
    this.#reading = true;
    while (this.#woken.size > 0 && !this.#stopped) {
      const ids = takeFirst(this.#woken, PERSONS_PER_READ);
      try {
        await this.#place(ids);
        await this.#deliver(ids);
      } catch (error) {
        logger.warn({ err: error }, "events could not be read; trying again");
        for (const id of ids) this.#woken.add(id);
        await new Promise((again) => setTimeout(again, READ_RETRY_MS).unref());
      }
    }
    this.#reading = false;
  }

  /** Sets where new streams start. A stream whose events were deleted meanwhile gets `reset`, and its page reloads. */
  async #place(ids: string[]): Promise<void> {
    const fresh = ids.filter((id) => [...(this.#persons.get(id) ?? [])].some((stream) => !stream.hasStart));
    if (fresh.length === 0) return;
    for (const { user_id, head, oldest } of await rangesOf(fresh)) {
      for (const stream of this.#persons.get(user_id) ?? []) {
        if (stream.hasStart) continue;
        const since = stream.seq;
        const whole =
          since === undefined || since === head || (since < head && since + 1 >= (oldest ?? head + 1));
        stream.seq = whole ? (since ?? head) : head;
        stream.hasStart = true;
        write(stream, `id: ${stream.seq}\nevent: ${whole ? "hello" : "reset"}\ndata: {}\n\n`);
      }
    }
  }

  async #deliver(ids: string[]): Promise<void> {
    const streams = ids
      .flatMap((userId) => [...(this.#persons.get(userId) ?? [])])
      .filter((stream) => stream.hasStart && !stream.outgoing.writableEnded);
    const allowed = await allowedPrograms(streams);
    const open = allowed.map((stream) => ({ ...stream.reader, stream, seq: stream.seq ?? 0 }));
    if (open.length === 0) return;
    const rows = Map.groupBy(await eventsAfter(open, EVENTS_PER_READ), (row) => row.nth);
    const ofPages = [...rows].filter(([nth]) => open[nth - 1]?.session !== null).map(([, events]) => events);
    const contents = await presentEvents(ofPages, this.#presenters);
    for (const [index, { userId, stream }] of open.entries()) {
      const events = rows.get(index + 1);
      if (!events) continue;
      const frames = events.map((row) => frameFor(stream, row, contents.get(row)));
      stream.seq = events.at(-1)?.seq;
      write(stream, frames.join(""));
      if (events.length === EVENTS_PER_READ) this.#woken.add(userId);
    }
  }

  #lowestSeq(userId: string): number | undefined {
    let lowest: number | undefined;
    for (const { hasStart, seq } of this.#persons.get(userId) ?? []) {
      if (hasStart && seq !== undefined && (lowest === undefined || seq < lowest)) lowest = seq;
    }
    return lowest;
  }

  #unsubscribe(userId: string, stream: Stream): void {
    const streams = this.#persons.get(userId);
    if (streams?.delete(stream) && streams.size === 0) this.#persons.delete(userId);
  }

  /** See `start`. */
  async heartbeat(): Promise<void> {
    for (const streams of this.#persons.values()) for (const stream of streams) write(stream, ":\n\n");
    await this.#attempt(async () => {
      await this.#endSessions();
      await this.#catchUp();
    });
  }

  async #attempt(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!this.#stopped)
        logger.warn({ err: error }, "event streams were not checked; again at the next heartbeat");
    }
  }

  /** For users whose notification did not reach this server. */
  async #catchUp(): Promise<void> {
    for (const ids of chunks([...this.#persons.keys()], IDS_PER_CHECK)) {
      const heads = await headsOf(ids);
      this.wake(
        heads
          .filter((head) => (this.#lowestSeq(head.user_id) ?? head.seq) < head.seq)
          .map((head) => head.user_id),
      );
    }
  }

  async #endSessions(userIds: Iterable<string> = this.#persons.keys(), spared = ""): Promise<void> {
    const streams = [...userIds]
      .flatMap((id) => [...(this.#persons.get(id) ?? [])])
      .filter(({ reader: { session } }) => spared === "" || session === null || hashOf(session) !== spared);
    for (const some of chunks(streams, IDS_PER_CHECK)) {
      const allowed = new Set(await allowedStreams(some));
      for (const stream of some) {
        if (allowed.has(stream)) continue;
        write(stream, "event: signed-out\ndata: {}\n\n");
        end(stream.outgoing);
      }
    }
  }
}
