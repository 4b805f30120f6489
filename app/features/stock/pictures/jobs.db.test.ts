import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ListingKey } from "#app/domain/listing.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { runNow, startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { closeHostsAfterwards, httpHost, type PictureHost } from "#tests/support/picture-hosts.ts";
import { LOOPBACK_ALLOWED, orderPicturesFor, ordersOf } from "#tests/support/picture-orders.ts";
import { insertRows } from "#tests/support/rows.ts";
import { businessJobs } from "../jobs.server.ts";
import { PICTURES_JOB, pictureJobs, pictureJobsOf } from "./jobs.server.ts";

closeHostsAfterwards();

const served: string[] = [];
let host: PictureHost;
let seller: Person;

const database = openDatabase(async () => {
  host = await httpHost(async (request, answer) => {
    served.push(request.url ?? "");
    answer.end(await pictureFile());
  });
  seller = await person("seller");
});

test("the job connects only to public IP addresses, whatever its data say", async () => {
  const racket = await racketOf(seller);
  const { port } = host;
  await orderPicturesFor(seller, racket, [
    `${host.url}/c.jpg`,
    `http://[::ffff:127.0.0.1]:${port}/a.jpg`,
    `http://2130706433:${port}/b.jpg`,
    "http://169.254.169.254/latest/meta-data/",
    `http://user:secret@127.0.0.1:${port}/c.jpg`,
  ]);
  const before = host.connections();
  const forged = { ...racket, allowed: "everything" };
  await pictureJobs["listing-pictures"]?.work(forged, new AbortController().signal);
  const faults = (await ordersOf(racket)).map(({ fault }) => fault);
  expect(faults).toEqual([...Array(4).fill("private_address"), "credentials"]);
  expect(host.connections()).toBe(before);
});

test("sellers with many ordered pictures take turns with sellers who have few, and each picture is fetched once", async () => {
  const small = await person("seller");
  const rackets: ListingKey[] = [];
  for (let n = 0; n < 12; n += 1) {
    const racket = await racketOf(seller);
    rackets.push(racket);
    await orderPicturesFor(seller, racket, [`${host.url}/a${n}`]);
  }
  const last = await racketOf(small);
  await orderPicturesFor(small, last, [`${host.url}/b`]);
  await startJobs(database.url, { ...photoJobs, ...pictureJobsOf(LOOPBACK_ALLOWED) });
  // A second run of the job queues nothing twice.
  for (let n = 0; n < 2; n += 1) runNow(PICTURES_JOB);
  const states = () => Promise.all([...rackets, last].map(async (key) => (await ordersOf(key))[0]?.state));
  await expect.poll(states, { timeout: 60_000 }).toEqual(Array(13).fill("done"));
  expect(served.toSorted()).toEqual([...Array.from({ length: 12 }, (_, n) => `/a${n}`), "/b"].toSorted());
  expect(served.indexOf("/b")).toBeLessThan(6);
  // The job of a server that crashed is taken over soon.
  const { rows } = await sql`
    select heartbeat_seconds from pgboss.queue where name = 'listing-pictures'
  `.execute(db());
  expect(rows).toEqual([{ heartbeat_seconds: 30 }]);
});

test("rows of hosts, which an earlier version of the program wrote, are deleted after a day", async () => {
  const host = (name: string, age: string) => ({
    user_id: seller.viewer.id,
    host: name,
    failures: 1,
    failed_at: sql<Date>`now() - ${age}::interval`,
  });
  await insertRows("picture_hosts", [host("old.example", "25 hours"), host("new.example", "23 hours")]);
  await businessJobs["stock-price-changes"]?.work(null, new AbortController().signal);
  const left = await db().selectFrom("picture_hosts").select("host").execute();
  expect(left).toEqual([{ host: "new.example" }]);
});
