export type Frame = { id: number; event: string; data: string };

/** The server sends something every 15 s, so a longer silence means a dead connection. */
const SILENCE_MS = 45_000;
const RETRY_MS = { first: 500, longest: 30_000 };

/**
 * Reads server-sent events until `signal` aborts or the session ends, and reconnects after every break. EventSource
 * hides a 204 answer, gives up at a 502, and misses a silently dead connection (a sleeping laptop, another network).
 * @param after returns the number of the event after which the stream resumes; called at each connection
 */
export async function followStream(
  url: string,
  after: () => number,
  signal: AbortSignal,
  on: { live: (live: boolean) => unknown; frame: (frame: Frame) => unknown },
): Promise<"stopped" | "signed-out"> {
  let wait = RETRY_MS.first;
  while (!signal.aborted) {
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener("abort", abort, { once: true });
    // After the browser was offline, the connection may be dead without an error.
    globalThis.addEventListener?.("online", abort);
    try {
      const over = await readStream(url, after(), connection, (frame) => {
        if (frame.event === "hello" || frame.event === "reset") {
          wait = RETRY_MS.first;
          on.frame(frame);
          on.live(true);
        } else on.frame(frame);
      });
      if (over === "signed-out") return over;
    } catch {
      // The server is unreachable or the connection broke; the loop retries.
    } finally {
      signal.removeEventListener("abort", abort);
      globalThis.removeEventListener?.("online", abort);
      connection.abort();
    }
    if (signal.aborted) break;
    on.live(false);
    // When a server restarts, all browsers lose their connection at the same moment.
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, RETRY_MS.longest);
  }
  return "stopped";
}

async function readStream(
  url: string,
  after: number,
  connection: AbortController,
  onFrame: (frame: Frame) => void,
): Promise<"ended" | "signed-out"> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(() => connection.abort(), SILENCE_MS);
  };
  try {
    alive();
    // `call()` cannot read a stream: it waits for the whole answer.
    const response = await fetch(url, {
      headers: { accept: "text/event-stream", "last-event-id": String(after) },
      cache: "no-store",
      signal: connection.signal,
    });
    if (response.status === 204) return "signed-out";
    if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "ended";
      alive();
      text += decoder.decode(value, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames.map(parse)) {
        if (frame.event === "signed-out") return "signed-out";
        if (frame.event) onFrame(frame);
      }
    }
  } finally {
    clearTimeout(silence);
  }
}

function parse(text: string): Frame {
  const frame: Frame = { id: 0, event: "", data: "" };
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).trimStart();
    if (line.startsWith("id:")) frame.id = Number(value);
    else if (line.startsWith("event:")) frame.event = value;
    else if (line.startsWith("data:")) frame.data += value;
  }
  return frame;
}

/** Waits `ms` milliseconds; less if the network is back or `signal` aborts before. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      globalThis.removeEventListener?.("online", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
    globalThis.addEventListener?.("online", over);
  });
}
