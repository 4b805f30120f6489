// R5: every write is sent several times with its id: at the same time, afterwards, and after a kill of the shop.
import { integer } from "../report.ts";
import { type Answer, ask, newAgent } from "./client.ts";
import { KINDS, type Write, writesOfAll } from "./kinds.ts";
import type { Row } from "./row.ts";
import { openKeptShop } from "./shop.ts";
import { check, type Logged } from "./writer.ts";

const AT_ONCE = 4;

export const repeats: Row = {
  asked: "every write repeated with its id: one effect",
  async run(torture) {
    const each = torture.of({ short: 6, usual: 250, long: 2_500 });
    await using shop = await openKeptShop(torture);
    const writes = await writesOfAll(each, shop.url);
    const agent = newAgent();
    const log = new Map<Write, Logged>();
    const faults: string[] = [];
    let sent = 0;

    function note(write: Write, answers: readonly (Answer | "closed" | "unknown")[]): void {
      sent += answers.length;
      const now = performance.now();
      const logged: Logged = log.get(write) ?? {
        ...{ write, known: "unknown", sentAt: now, answeredAt: now, attempts: 0, said: "" },
      };
      log.set(write, logged);
      logged.attempts += answers.length;
      for (const answer of answers) {
        if (typeof answer === "string") faults.push(`${write.kind}: the answer is ${answer}.`);
        else if (answer.status < 400) logged.known = "acknowledged";
        // The same key that still runs is the only reason not to repeat the answer.
        else if (answer.status !== 409 || !answer.body.includes("idempotency"))
          faults.push(
            `${write.kind}: a repetition is answered ${answer.status} ${answer.body.slice(0, 200)}`,
          );
      }
    }
    async function round(send: (write: Write) => Promise<unknown>): Promise<void> {
      const queue = [...writes];
      const next = async (): Promise<void> => {
        for (let write = queue.shift(); write; write = queue.shift()) await send(write);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
    }
    const together = async (write: Write) => {
      const times = torture.chances.between(2, 3);
      note(write, await Promise.all(Array.from({ length: times }, () => ask(shop.url, write.asked, agent))));
    };
    const again = async (write: Write) => note(write, [await ask(shop.url, write.asked, agent)]);

    await round(together);
    await round(again);
    const undecided = [...log.values()].filter(({ known }) => known !== "acknowledged");
    for (const { write } of undecided) faults.push(`${write.kind} ${write.id}: no attempt was acknowledged.`);
    torture.say(`${integer(sent)} requests; the shop is killed.`);
    await shop.killProgram();
    await shop.server();
    await round(again);
    const { acknowledged, faults: found } = await check([...log.values()]);
    agent.destroy();
    return {
      ran: `${integer(acknowledged)} writes of ${Object.keys(KINDS).length} kinds, sent ${integer(sent)} times: two or three times at once, once more, and once more after a kill`,
      result: `${found.length} writes without exactly one effect`,
      faults: [...faults, ...found],
    };
  },
};
