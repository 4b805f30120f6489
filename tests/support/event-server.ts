import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { afterAll, afterEach, beforeAll } from "vitest";
import { apiAnswer } from "#app/api.server.ts";
import type { Presenters } from "#app/platform/event-contents.server.ts";
import type { EventHub } from "#app/platform/event-hub.server.ts";
import { eventsResponse, eventsUpTo, startEvents, stopEvents } from "#app/platform/events.server.ts";
import { sessionTokenOf, viewerOf } from "#app/platform/session.server.ts";
import type { Person } from "./people.ts";

export type ReceivedEvent = { id: number | null; event: string; data: unknown };

type Served = { url: string; close(): Promise<void> };
type Fetch = Parameters<typeof createAdaptorServer>[0]["fetch"];

/** An interval longer than the tests, so that events arrive only by notifications. */
export const NEVER = 3_600_000;

/**
 * Serves the live events of this process to the tests of the file, and closes the streams that they open. Call it at the
 * top of the file, after `openDatabase`.
 * @param heartbeatMs see `EventHub.start`
 */
export function openEvents(presenters: Presenters = {}, heartbeatMs = NEVER) {
  let server: Served | undefined;
  const readers: Reader[] = [];
  beforeAll(async () => {
    await startEvents(presenters, heartbeatMs);
    server = await serveEvents();
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    await stopEvents();
    await server?.close();
  });
  const url = () => server?.url ?? "";
  async function open(who: Person | null, resume?: Parameters<typeof Reader.open>[2], at = url()) {
    const reader = await Reader.open(at, who, resume);
    readers.push(reader);
    return reader;
  }
  /** Opens a stream that continues after this event, by default after the latest. */
  async function listen(who: Person, after?: number, at?: string): Promise<Reader> {
    const reader = await open(who, { lastEventId: after ?? (await eventsUpTo(who.viewer.id)) }, at);
    await reader.next();
    return reader;
  }
  return {
    get url() {
      return url();
    },
    open,
    listen,
  };
}

/** Uses the event hub of this process. */
function serveEvents(): Promise<Served> {
  return serve((request, { outgoing }) => eventsResponse(request, outgoing as never));
}

/** Uses another event hub, like a second server on the same database. */
export function serveHub(hub: EventHub): Promise<Served> {
  return serve(async (request, { outgoing }) => {
    const viewer = await viewerOf(request);
    const session = sessionTokenOf(request);
    if (!viewer || !session) return new Response(null, { status: 204 });
    const after = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
    const reader = { userId: viewer.id, session: session.token, isAllowed: null };
    hub.subscribe(outgoing as never, reader, Number(after));
    return RESPONSE_ALREADY_SENT;
  });
}

/** Serves the API; `url` is that of its event stream. */
export async function serveApi(): Promise<Served> {
  const served = await serve((request, { outgoing }) => apiAnswer(request, { outgoing: outgoing as never }));
  return { ...served, url: served.url.replace("/events", "/api/v1/events") };
}

async function serve(fetch: Fetch): Promise<Served> {
  const server = createAdaptorServer({ fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** A client of the event stream. `next` waits for the next event, and returns null at the end of the stream. */
export class Reader {
  readonly status: number;
  readonly #lines: AsyncIterator<string>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.#abort = abort;
    this.#lines = frames(response);
  }

  static async open(
    url: string,
    who: Person | null,
    resume: { after?: number | string; lastEventId?: number | string } = {},
    init: Readonly<Record<string, string>> = {},
  ): Promise<Reader> {
    const abort = new AbortController();
    const headers = new Headers(init);
    if (who) headers.set("cookie", who.cookie);
    if (resume.lastEventId !== undefined) headers.set("last-event-id", String(resume.lastEventId));
    const query = resume.after === undefined ? "" : `?after=${resume.after}`;
    return new Reader(await fetch(url + query, { headers, signal: abort.signal }), abort);
  }

  async next(): Promise<ReceivedEvent | null> {
    const { done, value } = await this.#lines.next().catch(() => ({ done: true, value: "" }));
    if (done) return null;
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(value)?.[1];
    const id = field("id");
    return {
      id: id === undefined ? null : Number(id),
      event: field("event") ?? "",
      data: JSON.parse(field("data") ?? "null"),
    };
  }

  /** Reads up to the event with this number, and returns the numbers of all events until then. */
  async upTo(id: number): Promise<number[]> {
    const seen: number[] = [];
    for (;;) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${seen.at(-1)}`);
      if (event.event === "hello") continue;
      if (event.id !== null) seen.push(event.id);
      if (event.id !== null && event.id >= id) return seen;
    }
  }

  close(): void {
    this.#abort.abort();
  }
}

async function* frames(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  let text = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const whole = text.split("\n\n");
    text = whole.pop() ?? "";
    // Comments, which begin with a colon, are only heartbeats.
    yield* whole.filter((frame) => !frame.startsWith(":"));
  }
}
