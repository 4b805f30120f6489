// A process of its own in which many people hold an event stream open and write to each other. Its one argument is a
// file with a `Gathering`. It goes on at each line that it is given: with some of the streams, after which it says
// "open"; when all are open with the messages, after which it says an `Exchanged`; then to its end.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Persons 2n and 2n + 1 share room n. */
export interface Gathering {
  readonly url: string;
  readonly cookies: readonly string[];
  /** None: the streams are opened and nothing is written. */
  readonly rooms: readonly string[];
  /** How many streams are open after each step; in the end there is one for each cookie. */
  readonly steps: readonly number[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Exchanged {
  /** From the request sent to the frame in the other's stream, in milliseconds, in the order of sending. */
  readonly delivered: readonly number[];
  /** From the request sent to its answer. */
  readonly answered: readonly number[];
  /** Messages that one of the two streams was not told of, or told of again. */
  readonly lost: number;
  readonly doubled: number;
}

const OPENED_AT_ONCE = 50;
/** For the last messages to arrive. */
const LAST_WAIT_MS = 10_000;
/** No two messages that follow each other are of one person; so few of them that the shop's limit is never near. */
const STRIDE = 787;

const { url, cookies, rooms, steps, perSecond, seconds } = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as Gathering;
const { hostname, port, origin } = new URL(url);
const sockets: Socket[] = [];
/** When each message came to each person's stream: the first time, and how often. */
const heard = new Map<string, { at: number; times: number }>();

/** Opens a person's stream, waits for its first event, and notes the messages of all that follow. */
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
  const known = heard.get(key);
  if (known) known.times++;
  else heard.set(key, { at: performance.now(), times: 1 });
}

async function open(from: number, to: number): Promise<void> {
  for (let person = from; person < to; person += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, to - person) }, (_, nth) => person + nth);
    await Promise.all(some.map(openStream));
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a message as the page does. Resolves to when it was answered. @throws when it was refused */
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
  while (heard.size < total * 2 && performance.now() < until) await delay(50);
  const others = sent.map(({ person, word }) => heard.get(`${word} ${person ^ 1}`));
  return {
    delivered: sent.flatMap(({ at }, nth) => (others[nth] ? [others[nth].at - at] : [])),
    answered: sent.map(({ at }, nth) => (answers[nth] ?? Number.NaN) - at),
    lost: total * 2 - heard.size,
    doubled: [...heard.values()].filter(({ times }) => times > 1).length,
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
