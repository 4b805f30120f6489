// R2: the program and the database are killed while people write. What was acknowledged is there, once.
import { setTimeout as delay } from "node:timers/promises";
import { integer } from "../report.ts";
import { KINDS, writesOfAll } from "./kinds.ts";
import type { Row } from "./row.ts";
import { openKeptShop } from "./shop.ts";
import { check, Writer } from "./writer.ts";

const WRITERS = 12;
const PATIENCE_MS = 120_000;

export const kills: Row = {
  asked:
    "200 kills of the program and 100 of the database, 100,000 acknowledged writes of eight kinds: lost 0, doubled 0",
  async run(torture) {
    const { program, database, writes, pause } = torture.of({
      short: { program: 1, database: 1, writes: 60, pause: 500 },
      usual: { program: 40, database: 20, writes: 2_500, pause: 5_000 },
      long: { program: 200, database: 100, writes: 13_000, pause: 12_000 },
    });
    await using shop = await openKeptShop(torture);
    torture.say(`${integer(writes * Object.keys(KINDS).length)} writes are prepared.`);
    const queue = await writesOfAll(writes, shop.url);
    let newest = 0;
    const writers = Array.from(
      { length: WRITERS },
      () =>
        new Writer(
          () => shop.url,
          ({ sentAt }) => (newest = Math.max(newest, sentAt)),
        ),
    );
    const writing = Promise.all(writers.map((writer) => writer.run(queue)));
    /** Until a write is acknowledged that was sent after this moment. */
    async function recovered(since: number): Promise<number> {
      while (newest <= since) {
        if (queue.length === 0 || performance.now() - since > PATIENCE_MS)
          throw new Error(
            `No write was acknowledged within ${PATIENCE_MS / 1_000} s: ${shop.failures.at(-1)}`,
          );
        await delay(5);
      }
      return performance.now() - since;
    }
    await recovered(performance.now());
    const [toKill, times]: [("program" | "database")[], number[]] = [[], []];
    for (let n = 0; n < program; n += 1) toKill.push("program");
    for (let n = 0; n < database; n += 1)
      toKill.splice(torture.chances.between(0, toKill.length), 0, "database");
    for (const victim of toKill) {
      // In the middle of the load, or soon after the last start.
      await delay(torture.chances.between(0, pause));
      if (queue.length < WRITERS * 5) break;
      await (victim === "program" ? shop.killProgram() : shop.killDatabase());
      times.push(await recovered(performance.now()));
      if (times.length % 10 === 0)
        torture.say(`${times.length} kills, ${integer(queue.length)} writes are left.`);
    }
    for (const writer of writers) writer.stop();
    await writing;
    await shop.server();
    const { acknowledged, unknown, faults } = await check(writers.flatMap(({ log }) => log));
    const ofProgram = toKill.slice(0, times.length).filter((victim) => victim === "program").length;
    return {
      ran: `${ofProgram} kills of the program, ${times.length - ofProgram} of the database, ${integer(acknowledged)} acknowledged writes of ${Object.keys(KINDS).length} kinds`,
      result: `${faults.length} lost, doubled or refused; ${integer(unknown)} of unknown outcome, each once or not at all`,
      recovery: Math.max(...times),
      faults: [...faults, ...shop.failures],
    };
  },
};
