import type { ChildProcess } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { person } from "#tests/support/people.ts";
import type { Bench } from "../bench.ts";
import { memoryOf } from "../load-test.ts";
import { median } from "../measure.ts";
import type { Row } from "../report.ts";
import { bareStreamServer, openShop } from "../shop.ts";

const PERSONS = 40;
const STREAMS_EACH = 25;
const REPEATS = 5;

type Side = "shop" | "bare";
interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

function openStream(url: string, cookie: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /events HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let output = "";
    socket.on("data", (chunk) => {
      output = (output + chunk).slice(-4_096);
      if (output.includes("event: hello")) resolve(socket);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`No stream: ${output.split("\r\n")[0]}`)));
  });
}

async function opened(url: string, cookies: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const cookie of cookies) {
    const some = Array.from({ length: STREAMS_EACH }, () => openStream(url, cookie));
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

/**
 * The memory of one more open stream. The first round does not count: it grows the heap, which does not shrink again.
 * Streams stay open, because the process would reuse the memory of closed ones.
 */
async function perStream(servers: Readonly<Record<Side, Server>>, rounds: readonly (readonly string[])[]) {
  const measured = { shop: [] as number[], bare: [] as number[] };
  const all: Socket[] = [];
  for (const cookies of rounds) {
    for (const side of ["shop", "bare"] as const) {
      const before = memoryOf(servers[side].child);
      all.push(...(await opened(servers[side].url, cookies)));
      await delay(1_000);
      measured[side].push((memoryOf(servers[side].child) - before) / (cookies.length * STREAMS_EACH));
    }
  }
  for (const socket of all) socket.destroy();
  return { shop: median(measured.shop.slice(1)), bare: median(measured.bare.slice(1)) };
}

export async function benchStreams(_: Bench): Promise<Row[]> {
  const shop = await openShop(0);
  const bare = await bareStreamServer();
  try {
    const rounds: string[][] = [];
    for (let round = 0; round <= REPEATS; round++) {
      const persons = await Promise.all(Array.from({ length: PERSONS }, () => person(`listener${round}x`)));
      rounds.push(persons.map(({ cookie }) => cookie));
    }
    const memory = await perStream({ shop: shop.server, bare }, rounds);
    const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
    return [
      {
        what: "memory of an open event stream",
        against: "a bare node:http stream",
        ratio: memory.shop / memory.bare,
        budget: { at: "most", limit: 4, goal: 1.5 },
        figures: `${kilobytes(memory.shop)} against ${kilobytes(memory.bare)}, ${PERSONS * STREAMS_EACH} more in each of ${REPEATS} rounds`,
      },
    ];
  } finally {
    bare.stop();
    await shop.stop();
  }
}
