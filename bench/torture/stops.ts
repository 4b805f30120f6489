// R7: one of two servers is stopped, or gets another version, while people use the shop.
import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { copyAsOtherVersion } from "#tests/support/copy.ts";
import { integer } from "../report.ts";
import { type Answer, type Asked, apiCall, ask, formCall } from "./client.ts";
import { type Member, members, racketsOf } from "./people.ts";
import type { Row } from "./row.ts";
import { openServers } from "./servers.ts";

/** So many that nobody reaches a limit. */
const PEOPLE = 400;

/** One connection to each server, which it uses in turn. */
const newClient = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** What a client does in turn: pages from the cache and from the database, forms, calls and writes. */
function requestsOf(member: Member, origin: string, listing: string): Asked[] {
  const page = (path: string, headers = {}): Asked => ({ method: "GET", path, headers });
  return [
    page("/rackets"),
    apiCall(member, "PUT", `/favorites/racket/${listing}`),
    page(`/rackets/${listing}`, { cookie: member.cookie }),
    formCall(member, origin, "/favorites/item", { type: "racket", id: listing, favorite: "true" }),
    apiCall(member, "DELETE", `/favorites/racket/${listing}`),
    page("/nl/help"),
  ];
}

/** Each request comes from another address, so that each stays below the limits of a visitor. */
function from(asked: Asked, nth: number): Asked {
  const visitor = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
  return { ...asked, headers: { ...asked.headers, "x-forwarded-for": visitor } };
}

const filesOf = (text: string) =>
  new Set([...text.matchAll(/\/assets\/[\w./-]+\.\w+/g)].map(([file]) => file));

export const stops: Row = {
  asked: "50 stops under load and 10 exchanges of versions: 0 broken requests",
  async run(torture) {
    const size = torture.of({
      short: { clients: 4, stops: 1, exchanges: 1 },
      usual: { clients: 12, stops: 20, exchanges: 4 },
      long: { clients: 12, stops: 50, exchanges: 10 },
    });
    // On a machine with much else to do, a server has no time to answer all before it stops, and says so.
    const isShort = torture.of({ short: true, usual: false, long: false });
    const copy = copyAsOtherVersion();
    try {
      await using shop = await openServers(torture, 2);
      const [main = ""] = shop.urls;
      const people = await members(PEOPLE);
      const listings = await racketsOf(await members(1));
      const faults: string[] = [];
      let [isOver, answered, files, turn] = [false, 0, 0, 0];
      let [turnedAway, reset] = [0, 0];

      /**
       * As the proxies of deploy/ do: the servers in turn, and the next when one does not listen, or breaks the connection of
       * a request that only reads.
       */
      async function through(asked: Asked, agent: Agent): Promise<Answer | null> {
        const first = turn++;
        let how = "";
        for (let n = 0; n < 10 * shop.urls.length; n += 1) {
          const answer = await ask(
            shop.urls[(first + n) % shop.urls.length] ?? "",
            from(asked, first),
            agent,
            undefined,
            (what) => (how = what),
          );
          if (answer === "unknown" && asked.method === "GET") reset += 1;
          if (answer === "closed" || (answer === "unknown" && asked.method === "GET")) continue;
          if (isShort && answer !== "unknown" && answer.status === 503) {
            turnedAway += 1;
            continue;
          }
          answered += 1;
          if (answer !== "unknown" && answer.status < 400) return answer;
          const said = answer === "unknown" ? how : `${answer.status} ${answer.body.slice(0, 200)}`;
          faults.push(`${asked.method} ${asked.path}: ${said}.`);
          return null;
        }
        faults.push(`${asked.method} ${asked.path}: no server listens.`);
        return null;
      }
      const use = async () => {
        const agent = newClient();
        while (!isOver) {
          const member = people[turn % people.length] as Member;
          for (const asked of requestsOf(member, main, listings[0] ?? "")) await through(asked, agent);
        }
      };
      /** Each page with all its files, which the other server may have made. */
      const look = async (path: string) => {
        const agent = newClient();
        while (!isOver) {
          const page = await through({ method: "GET", path, headers: {} }, agent);
          for (const file of filesOf(page?.body ?? "")) {
            await through({ method: "GET", path: file, headers: {} }, agent);
            files += 1;
          }
        }
      };
      async function disturb(): Promise<void> {
        try {
          for (let n = 0; n < size.stops; n += 1) {
            const code = await shop.stop(n % 2);
            if (code !== 0) faults.push(`Stop ${n} ended with ${code}.`);
            await shop.start(n % 2);
            if (n % 10 === 9) torture.say(`${n + 1} stops, ${integer(answered)} requests.`);
          }
          for (let n = 0; n < size.exchanges; n += 1) {
            for (const nth of shop.urls.keys()) {
              await shop.stop(nth);
              await shop.start(nth, n % 2 === 0 ? copy : undefined);
            }
            torture.say(`${n + 1} exchanges, ${integer(answered)} requests.`);
          }
        } finally {
          isOver = true;
        }
      }
      await Promise.all([
        disturb(),
        ...Array.from({ length: size.clients }, use),
        look("/rackets"),
        look("/de/help"),
      ]);
      return {
        ran: `${size.stops} stops and ${size.exchanges} exchanges of both servers' versions under ${integer(answered)} requests, of which ${integer(files)} for built files`,
        result: `${faults.length} broken requests${turnedAway > 0 ? `, ${turnedAway} told to come again` : ""}; ${reset} connections of pages broke, which a proxy sends to the other server`,
        faults,
      };
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
};
