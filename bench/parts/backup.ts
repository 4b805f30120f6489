import { pipeline } from "node:stream/promises";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { backUp } from "#app/features/backup/dump.server.ts";
import { backupFile } from "#app/features/backup/place.server.ts";
import { restore } from "#server/restore.ts";
import { connect, openDatabases } from "../database.ts";
import { milliseconds } from "../measure.ts";
import { atMost, integer, megabytes, type Part } from "../report.ts";

const seconds = (duration: number) => `${(duration / 1_000).toFixed(0)} s`;

/** A backup and a restore of a large shop. The baseline copies the same rows, without anything that makes a shop of them. */
export const backup: Part = async (bench) => {
  const count = bench.scaled(1_000_000);
  await using databases = await openDatabases(bench, [count], "listings");
  const url = await databases.use(count);
  const file = await backupFile("bench.tar.zst", bench.folder);
  let size = { bytes: 0, rows: 0 };
  const made = await milliseconds(async () => {
    size = await backUp(url, file, { photosFrom: null, secret: null });
  });

  await using client = await connect(url);
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  await client.query("create schema plain");
  for (const { name } of tables) await client.query(`create table plain.${name} (like public.${name})`);
  await using source = await connect(url);
  const copied = await milliseconds(async () => {
    for (const { name } of tables)
      await pipeline(
        source.query(copyTo(`copy (select * from public.${name}) to stdout`)),
        client.query(copyFrom(`copy plain.${name} from stdin`)),
      );
  });
  await client.query("drop schema plain cascade");

  const target = Object.assign(new URL(url), { pathname: "/restored" }).href;
  await using admin = await connect(Object.assign(new URL(url), { username: "postgres" }).href);
  await admin.query(`create database restored owner ${new URL(url).username}`);
  const steps = new Map<string, number>();
  let step = "";
  let since = performance.now();
  const ended = (next: string) => {
    steps.set(step, (steps.get(step) ?? 0) + performance.now() - since);
    [step, since] = [next, performance.now()];
  };
  const restored = await milliseconds(async () => {
    const { content, bytes } = await file.place.read(file.name);
    await restore(
      target,
      { content, bytes },
      { photosTo: null, progress: (next) => next === step || ended(next) },
    );
  });
  ended("");
  steps.delete("");
  const parts = [...steps].map(([name, duration]) => `${name} ${seconds(duration)}`).join(", ");
  return [
    {
      what: `restore of a backup with ${integer(count)} listings, ready for the shop`,
      against: "COPY of the same rows from one table into another, without indexes, keys and checks",
      ratio: restored / copied,
      budget: atMost(10, 5),
      figures: `${seconds(restored)} (${parts}) against ${seconds(copied)}; ${integer(size.rows)} rows; the limit is 300 s on 2 cores`,
    },
    {
      what: "making this backup",
      against: "the same COPY",
      ratio: made / copied,
      budget: atMost(3, 1.5),
      figures: `${seconds(made)}; ${megabytes(size.bytes)}, compressed`,
    },
  ];
};
