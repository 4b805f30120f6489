// A process in which many people hold an event stream open and send messages to each other. Its argument is a file
// with a `Gathering`. Each line of input starts the next step. First, each step opens more streams and prints "open".
// When all streams are open, a step sends the messages and prints an `Exchanged`. The last step ends the process.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";

/** The argument of the process. Persons 2n and 2n + 1 share room n. */
export interface Gathering {
  readonly url: string;
  readonly cookies: readonly string[];
  /** Empty: streams only, without messages. */
  readonly rooms: readonly string[];
  /** How many streams are open after each step. After the last step each cookie has one. */
  readonly steps: readonly number[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Exchanged {
  /** From sending the request to the event in the recipient's stream, in milliseconds. */
  readonly delivered: readonly number[];
  /** From sending the request to its answer, in milliseconds. */
  readonly answered: readonly number[];
  /** How many messages a stream did not receive. */
  readonly lost: number;
  /** How many messages a stream received more than once. */
  readonly duplicated: number;
}

const OPENED_AT_ONCE = 50;
const LAST_WAIT_MS = 10_000;
/**
 * How many people are between the authors of two consecutive messages, so that nobody reaches the shop's rate limit.
 */
const STRIDE = 787;

const { url, cookies, rooms, steps, perSecond, seconds } = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as Gathering;
const { hostname, port, origin } = new URL(url);
const sockets: Socket[] = [];
/** When each message first arrived in each stream, and how many times. */
const received = new Map<string, { at: number; times: number }>();

/** Resolves at the first event of the person's stream. */
function openStream(person: number): Promise<void> {
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.write(
    `GET /events HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookies[person]}\r\naccept: text/event-stream\r\n\r\n`,
  );
  socket.setEncoding("utf8");
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("event: hello")) resolve();
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) note(person, frame);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`A stream ended: ${text.slice(0, 200)}`)));
  });
}

function note(person: number, frame: string): void {
  const [, word] = /"message":"(bench-\d+)-"/.exec(frame) ?? [];
  if (!word) return;
  const key = `${word} ${person}`;
  const known = received.get(key);
  if (known) known.times++;
  else received.set(key, { at: performance.now(), times: 1 });
}

async function open(from: number, to: number): Promise<void> {
  for (let person = from; person < to; person += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, to - person) }, (_, nth) => person + nth);
    await Promise.all(some.map(openStream));
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a message as the page does. Returns the time of the answer. @throws when it is refused */
function post(person: number, message: string): Promise<number> {
  const body = new URLSearchParams({ clientId: crypto.randomUUID(), message }).toString();
  return new Promise((resolve, reject) => {
    const sending = request(
      `${url}/chat/rooms/${rooms[person >> 1]}/messages`,
      {
        agent,
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
          cookie: cookies[person],
          origin,
        },
      },
      (response) => {
        response.resume();
        response.on("end", () => {
          if (response.statusCode === 200) resolve(performance.now());
          else reject(new Error(`A message was answered ${response.statusCode}.`));
        });
      },
    );
    sending.on("error", reject);
    sending.end(body);
  });
}

async function exchange(): Promise<Exchanged> {
  const total = rooms.length === 0 ? 0 : perSecond * seconds;
  const sent: { person: number; word: string; at: number; answered: Promise<number> }[] = [];
  const started = performance.now();
  for (let nth = 0; nth < total; nth++) {
    await delay(Math.max(0, started + (nth * 1_000) / perSecond - performance.now()));
    const person = (nth * STRIDE) % cookies.length;
    const word = `bench-${nth}`;
    const at = performance.now();
    sent.push({ person, word, at, answered: post(person, `${word}-`) });
  }
  const answers = await Promise.all(sent.map(({ answered }) => answered));
  const until = performance.now() + LAST_WAIT_MS;
  while (received.size < total * 2 && performance.now() < until) await delay(50);
  const others = sent.map(({ person, word }) => received.get(`${word} ${person ^ 1}`));
  return {
    delivered: sent.flatMap(({ at }, nth) => (others[nth] ? [others[nth].at - at] : [])),
    answered: sent.map(({ at }, nth) => (answers[nth] ?? Number.NaN) - at),
    lost: total * 2 - received.size,
    duplicated: [...received.values()].filter(({ times }) => times > 1).length,
  };
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (const step of steps) {
  await lines.next();
  await open(sockets.length, step);
  console.log("open");
}
await lines.next();
console.log(JSON.stringify(await exchange()));
await lines.next();
process.exit(0);
