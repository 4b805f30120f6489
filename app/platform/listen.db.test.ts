import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { db } from "./db.server.ts";
import { listen } from "./listen.server.ts";

openDatabase();

async function connections(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'second-serve, listening'
  `.execute(db());
  return rows.length;
}

test("listeners share a connection, and each hears its own channel until it is closed", async () => {
  const heard: string[] = [];
  const hear = (channel: string) =>
    listen({ channel, onConnect: () => heard.push(channel), onNotify: (what) => heard.push(channel + what) });
  const say = (channel: string, what: string) => sql`select pg_notify(${channel}, ${what})`.execute(db());
  const [first, second] = await Promise.all([hear("a"), hear("b")]);
  const third = await hear("c");
  expect(heard).toEqual(["a", "b", "c"]);
  expect(await connections()).toBe(1);
  for (const channel of ["b", "a", "c"]) await say(channel, "1");
  await expect.poll(() => heard.slice(3)).toEqual(["b1", "a1", "c1"]);
  await first.close();
  for (const channel of ["a", "b", "c"]) await say(channel, "2");
  await expect.poll(() => heard.slice(6)).toEqual(["b2", "c2"]);
  await second.close();
  await third.close();
  await expect.poll(connections).toBe(0);
});
