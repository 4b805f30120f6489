// R3: what the shop needs fails for some seconds. Afterwards it works again, by itself.
import { setTimeout as delay } from "node:timers/promises";
import { ask, newAgent } from "./client.ts";
import { FAULTS, type Fault } from "./fault-list.ts";
import { KINDS } from "./kinds.ts";
import type { Outcome, Row, Torture } from "./row.ts";
import { openWorld, type World } from "./world.ts";
import { check, Writer } from "./writer.ts";

const WITHIN_MS = 10_000;
const PATIENCE_MS = 90_000;
/** A person who waits longer tries again. */
const ATTEMPT_MS = 3_000;
const EVERY_MS = 200;

interface Passed {
  /** Each fault with the milliseconds until the shop worked again, and how pages were answered meanwhile. */
  readonly recoveries: Map<string, number>;
  readonly answers: Map<string, Map<number | string, number>>;
  readonly impossible: string[];
  readonly faults: string[];
  acknowledged: number;
}

async function pass(torture: Torture, storage: "folder" | "bucket", list: readonly Fault[], passed: Passed) {
  const size = torture.of({
    short: { hold: 1_000, messages: 800, within: PATIENCE_MS },
    usual: { hold: 4_000, messages: 4_000, within: WITHIN_MS },
    long: { hold: 20_000, messages: 15_000, within: WITHIN_MS },
  });
  await using world = await openWorld(torture, storage);
  const queue = (await KINDS.message?.make(size.messages, world.url)) ?? [];
  const agent = newAgent();
  let [newest, isOver, pages] = [0, false, 0];
  const writer = new Writer(
    () => world.url,
    ({ sentAt }) => {
      newest = Math.max(newest, sentAt);
    },
    ATTEMPT_MS,
  );
  async function write(): Promise<void> {
    while (!isOver && queue.length > 0) {
      await writer.run(queue.splice(0, 1));
      await delay(50);
    }
  }
  /** The status of a page that no cache has, from another visitor each time. */
  async function look(): Promise<number | string> {
    pages += 1;
    const nth = pages;
    const headers = { "x-forwarded-for": `10.8.${(nth >> 8) & 255}.${nth & 255}` };
    const path = `/rackets?minPrice=${(nth % 80) * 5}&maxSwingweight=${449 - (nth % 97)}`;
    const answer = await ask(world.url, { method: "GET", path, headers }, agent, ATTEMPT_MS);
    return typeof answer === "string" ? answer : answer.status;
  }
  async function works(fault: Fault, since: number): Promise<number> {
    const end = since + PATIENCE_MS;
    const again = async (isSo: () => Promise<boolean> | boolean, what: string) => {
      while (!(await isSo())) {
        if (performance.now() > end) throw new Error(`${what} does not work again.`);
        await delay(20);
      }
    };
    await again(async () => (await look()) === 200, "A page");
    await again(() => newest > since, "A write");
    if (fault.ofPhotos) await again(async () => (await world.upload()) === 201, "A photo");
    return performance.now() - since;
  }
  async function suffer(fault: Fault): Promise<void> {
    let end: Awaited<ReturnType<Fault["begin"]>>;
    const answers = new Map<number | string, number>();
    passed.answers.set(fault.name, answers);
    try {
      end = await fault.begin(world);
    } catch (error) {
      passed.impossible.push(`${fault.name} (${String(error).slice(0, 80)})`);
      return;
    }
    const until = performance.now() + size.hold;
    while (performance.now() < until) {
      const status = await look();
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await delay(EVERY_MS);
    }
    await end();
    try {
      const took = await works(fault, performance.now());
      passed.recoveries.set(fault.name, took);
      torture.say(`${fault.name}: back after ${(took / 1_000).toFixed(1)} s; ${told(answers)}`);
      if (took > size.within)
        passed.faults.push(`${fault.name}: back only after ${(took / 1_000).toFixed(1)} s.`);
    } catch (error) {
      passed.faults.push(`${fault.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const writing = write();
  try {
    for (const fault of list) await suffer(fault);
  } finally {
    isOver = true;
    writer.stop();
    await writing;
    agent.destroy();
  }
  const { acknowledged, faults } = await check(writer.log);
  passed.acknowledged += acknowledged;
  passed.faults.push(...faults);
  if (hasEnded(world)) passed.faults.push(`The server ended: ${world.server.output().slice(-500)}`);
}

const hasEnded = ({ server: { child } }: World) => child.exitCode !== null || child.signalCode !== null;

const told = (answers: ReadonlyMap<number | string, number>) =>
  [...answers].map(([status, count]) => `${count} x ${status}`).join(", ");

export const faults: Row = {
  asked: "24 faults of network, disk, mail, storage, clock, descriptors: back by itself within 10 s each",
  async run(torture): Promise<Outcome> {
    const isShort = torture.of({ short: true, usual: false, long: false });
    const list = FAULTS.filter((fault) => !isShort || fault.isShort);
    const passed: Passed = {
      ...{ recoveries: new Map(), answers: new Map(), impossible: [], faults: [], acknowledged: 0 },
    };
    for (const storage of ["folder", "bucket"] as const) {
      const here = list.filter((fault) => (fault.ofBucket ?? false) === (storage === "bucket"));
      if (here.length > 0) await pass(torture, storage, here, passed);
    }
    const odd = [...passed.answers].flatMap(([name, answers]) =>
      [...answers.keys()].some((status) => typeof status === "number" && status >= 500 && status !== 503)
        ? `${name}: ${told(answers)}`
        : [],
    );
    const slowest = [...passed.recoveries].sort(([, a], [, b]) => b - a).slice(0, 3);
    const notes = [
      `${passed.acknowledged} acknowledged messages are there, once`,
      `slowest: ${slowest.map(([name, took]) => `${name} ${(took / 1_000).toFixed(1)} s`).join(", ")}`,
      odd.length > 0 ? `5xx that are not 503: ${odd.join("; ")}` : "every 5xx was a 503",
      ...(passed.impossible.length > 0 ? [`not possible here: ${passed.impossible.join("; ")}`] : []),
    ];
    return {
      ran: `${passed.recoveries.size} of ${list.length} faults`,
      result: notes.join("; "),
      recovery: Math.max(...passed.recoveries.values()),
      faults: passed.faults,
    };
  },
};
