// R6: many buyers press "Buy Now" on the same item at the same moment.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { integer } from "../report.ts";
import { apiCall, ask, newAgent } from "./client.ts";
import { type Member, members, racketsOf } from "./people.ts";
import type { Row } from "./row.ts";
import { openKeptShop } from "./shop.ts";

const BUYERS = 50;
/** Of a buyer, fewer than the 40 conversations an hour that they may open. */
const ROUNDS_EACH = 35;

export const buyers: Row = {
  asked: "1,000 rounds of 50 buyers at one item: one deal each",
  async run(torture) {
    const rounds = torture.of({ short: 3, usual: 200, long: 1_000 });
    await using shop = await openKeptShop(torture);
    const agent = newAgent();
    const faults: string[] = [];
    let refused = 0;
    let crowd: Member[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (round % ROUNDS_EACH === 0) crowd = await members(BUYERS);
      const [listing = ""] = await racketsOf(await members(1));
      const body = { listing_type: "racket", listing_id: listing, price: 120 };
      const answers = await Promise.all(
        crowd.map((buyer) =>
          ask(shop.url, apiCall(buyer, "POST", "/purchases", { id: randomUUID(), ...body }), agent),
        ),
      );
      const won = answers.filter((answer) => typeof answer !== "string" && answer.status === 201);
      const others = answers.filter((answer) => typeof answer !== "string" && answer.status === 409);
      refused += others.length;
      const { rows } = await sql<{ deals: number; reserved: number }>`
        select (select count(*)::int from deal_items where listing_id = l.id) as deals, reserved
        from listings l where id = ${listing}
      `.execute(db());
      const [{ deals, reserved } = { deals: 0, reserved: 0 }] = rows;
      if (won.length !== 1 || deals !== 1 || reserved !== 1)
        faults.push(
          `Round ${round}: ${won.length} buyers were told yes, ${deals} deals reserve ${reserved} pieces.`,
        );
      if (won.length + others.length < BUYERS) {
        const odd = answers.find(
          (answer) => typeof answer === "string" || ![201, 409].includes(answer.status),
        );
        faults.push(`Round ${round}: an answer is ${JSON.stringify(odd)?.slice(0, 200)}.`);
      }
      if (round % 50 === 49) torture.say(`${round + 1} rounds.`);
    }
    agent.destroy();
    return {
      ran: `${integer(rounds)} rounds of ${BUYERS} buyers`,
      result: `${integer(rounds)} deals; ${integer(refused)} buyers were told that it is taken`,
      faults,
    };
  },
};
