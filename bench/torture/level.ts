// R1: the shop works for a long time at half of its highest load. Memory and handles stay level.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { postmasterOf } from "#tests/support/postmaster.ts";
import { generate, type Load, type Loaded } from "../load.ts";
import { integer, megabytes } from "../report.ts";
import { KINDS } from "./kinds.ts";
import { members, racketsOf } from "./people.ts";
import { treeOf } from "./processes.ts";
import type { Row } from "./row.ts";
import { openKeptShop } from "./shop.ts";
import { check, Writer } from "./writer.ts";

const LOOK_MS = 2_000;
/** The second half may have so much more than the first. */
const TOLERANCE = 1.15;
const TOLERATED_HANDLES = 10;

interface Use {
  readonly bytes: number;
  readonly handles: number;
}

/** What these processes use. Of memory that several share, each has its part. */
function usageOf(pids: readonly number[]): Use {
  let [bytes, handles] = [0, 0];
  for (const pid of pids) {
    try {
      const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
      bytes += Number(kilobytes ?? 0) * 1_024;
      handles += readdirSync(`/proc/${pid}/fd`).length;
    } catch {} // It ended meanwhile.
  }
  return { bytes, handles };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The means of both halves, after a fifth in which caches fill. */
function halves(uses: readonly Use[], of: keyof Use): [number, number] {
  const values = uses.slice(Math.floor(uses.length / 5)).map((use) => use[of]);
  const middle = Math.floor(values.length / 2);
  return [mean(values.slice(0, middle)), mean(values.slice(middle))];
}

export const level: Row = {
  asked: "30 minutes at half of the highest load: 5xx 0, memory and handles level",
  async run(torture) {
    const size = torture.of({
      short: { ramp: [2], step: 2, seconds: 6, writes: 4, isLevel: false },
      usual: { ramp: [1, 4, 8, 16, 32], step: 10, seconds: 420, writes: 900, isLevel: true },
      long: { ramp: [1, 2, 4, 8, 16, 32, 64], step: 20, seconds: 1_800, writes: 4_000, isLevel: true },
    });
    await using shop = await openKeptShop(torture);
    const sellers = await members(20);
    const rackets = (await Promise.all(Array.from({ length: 20 }, () => racketsOf(sellers)))).flat();
    const [reader] = await members(1);
    const paths = [
      ...rackets.slice(0, 60).map((id) => `/rackets/${id}?`),
      "/rackets?",
      "/nl/rackets?",
      "/help?",
    ];
    const load = (wanted: Partial<Load> & Pick<Load, "connections" | "seconds">) =>
      generate("generate-load.ts", {
        ...{ url: shop.url, paths, unique: true, headers: { cookie: reader?.cookie ?? "" }, ...wanted },
      }) as Promise<Loaded>;

    let highest = { perSecond: 0, connections: 1 };
    for (const connections of size.ramp) {
      const { answers, failed } = await load({ connections, seconds: size.step });
      const perSecond = answers / size.step;
      torture.say(`${connections} connections: ${perSecond.toFixed(0)} pages a second, ${failed} failed.`);
      if (failed === 0 && perSecond > highest.perSecond) highest = { perSecond, connections };
    }
    const rate = Math.max(1, Math.floor(highest.perSecond / 2));
    const queue = (await KINDS.message?.make(size.writes, shop.url)) ?? [];
    const writer = new Writer(() => shop.url);
    const { child } = await shop.server();
    const [program, database]: [Use[], Use[]] = [[], []];
    let isOver = false;
    async function watch(): Promise<void> {
      while (!isOver) {
        const [server = 0] = treeOf(child.pid ?? 0);
        program.push(usageOf([server]));
        database.push(usageOf(treeOf(postmasterOf(shop.dataDir))));
        await writer.run(queue.splice(0, 4));
        await delay(LOOK_MS);
      }
    }
    const watching = watch();
    const { answers, failed } = await load({
      ...{ connections: highest.connections, rate, seconds: size.seconds },
    }).finally(() => (isOver = true));
    await watching;
    const { acknowledged, faults } = await check(writer.log);
    if (failed > 0) faults.push(`${failed} requests were not answered with 200.`);
    if (shop.failures.length > 0) faults.push(...shop.failures);
    const levels = Object.entries({ program, database }).map(([name, uses]) => {
      const [memory, handles] = [halves(uses, "bytes"), halves(uses, "handles")];
      if (size.isLevel && memory[1] > memory[0] * TOLERANCE)
        faults.push(
          `The memory of the ${name} grew from ${megabytes(memory[0])} to ${megabytes(memory[1])}.`,
        );
      if (size.isLevel && handles[1] > handles[0] * TOLERANCE + TOLERATED_HANDLES)
        faults.push(
          `The handles of the ${name} grew from ${handles[0].toFixed(0)} to ${handles[1].toFixed(0)}.`,
        );
      return `${name}: ${memory.map(megabytes).join(" then ")}, ${handles.map((count) => count.toFixed(0)).join(" then ")} handles`;
    });
    return {
      ran: `${(size.seconds / 60).toFixed(1)} minutes at ${rate} pages a second, half of ${highest.perSecond.toFixed(0)} with ${highest.connections} connections, and ${integer(acknowledged)} messages`,
      result: `${integer(answers)} pages, ${failed} failed; ${levels.join("; ")}`,
      faults,
    };
  },
};
