import { sql } from "kysely";
import { arrangeParts } from "#app/features/seo/commands.server.ts";
import {
  listingsWithin,
  type PartRange,
  rangeOfPart,
  sitemapParts,
} from "#app/features/seo/queries.server.ts";
import { partXml, sitemapPage } from "#app/features/seo/sitemap.server.ts";
import { db } from "#app/platform/db.server.ts";
import { interleaved, milliseconds } from "./measure.ts";
import { ms, type Row } from "./report.ts";
import { type Stocked, use } from "./stocked.ts";

/** About how many listings change before each measurement: those of some random pages of the table. */
const CHANGED = 100;

async function changeSome(count: number): Promise<void> {
  const percent = (100 * CHANGED) / count;
  await sql`
    update listings set updated_at = now()
    where id in (select id from listings tablesample system (${percent}))
  `.execute(db());
}

async function* pages(ends: PartRange) {
  for await (const rows of listingsWithin("rackets", ends))
    yield rows.map(({ id, changedAt, photoKey }) => sitemapPage(`/rackets/${id}`, changedAt, photoKey));
}

/** Generates the whole first sitemap file of rackets, without storing it. @returns its size in MB */
async function writeFile(): Promise<number> {
  const part = (await sitemapParts()).find(({ kind }) => kind === "racket");
  const ends = part && (await rangeOfPart("racket", part.firstId));
  if (!ends) throw new Error("There is no part of rackets.");
  let bytes = 0;
  for await (const text of partXml(pages(ends))) bytes += Buffer.byteLength(text);
  return bytes / 1e6;
}

/** Measures the cost of the sitemap with few and with many listings (docs/decisions/0038-seo.md). */
export async function sitemapRows(
  stocked: Stocked,
  folder: string,
  [small, large]: readonly [number, number],
): Promise<Row[]> {
  const look = (count: number) => async () => {
    await use(stocked.urls.get(count) ?? "", folder);
    await changeSome(count);
    return milliseconds(() => arrangeParts());
  };
  const write = (count: number) => async () => {
    await use(stocked.urls.get(count) ?? "", folder);
    return (await milliseconds(writeFile)) / (await writeFile());
  };
  for (const count of [small, large]) await look(count)();
  const looked = await interleaved(5, { small: look(small), large: look(large) });
  const written = await interleaved(5, { small: write(small), large: write(large) });
  const against = `${small.toLocaleString("en")} listings`;
  const figures = ({ small, large }: typeof looked, unit = "") =>
    `${ms(large)}${unit} against ${ms(small)}${unit}`;
  return [
    {
      what: `the sitemap's job, ${CHANGED} changes among ${large.toLocaleString("en")} listings`,
      against,
      ratio: looked.large / looked.small,
      figures: figures(looked),
    },
    {
      what: "a file of the sitemap, per MB",
      against,
      ratio: written.large / written.small,
      figures: figures(written, " per MB"),
    },
  ];
}
