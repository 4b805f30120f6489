import { sql } from "kysely";
import { sellPath } from "#app/domain/categories/paths.ts";
import { db } from "#app/platform/db.server.ts";
import { keyOf } from "#tests/support/api.ts";
import { person } from "#tests/support/people.ts";
import { photoOf, samples } from "#tests/support/samples.ts";
import { interleaved, pin, processorSeconds } from "./measure.ts";
import { atLeast, atMost, integer, ms, type Row } from "./report.ts";
import { openShop, type Shop } from "./shop.ts";

const RACKETS = 10_000;
const REPEATS = 5;
const LISTINGS_PER_PERSON = 30;
/** Sellers who write at the same time. */
const AT_ONCE = 4;

/**
 * Compares writing a listing by its form, to the answer, with a bare INSERT into a table with the same indexes, and with
 * writing it by the API.
 */
export async function writeRows(): Promise<Row[]> {
  await using shop = await openShop(RACKETS);
  pin(shop.child);
  await sql`create table bare_rackets (like rackets including all)`.execute(db());
  const seconds = async (run: () => Promise<number>) => {
    const before = processorSeconds(shop.child.pid);
    const count = await run();
    return (processorSeconds(shop.child.pid) - before) / count;
  };
  const sent = async (send: typeof sendForms) => {
    const writers = await Promise.all(Array.from({ length: AT_ONCE }, writer));
    return seconds(() => send(shop, writers));
  };
  const inserted = (at: number) => seconds(() => insertRows(at));
  await sent(sendForms);
  await sent(sendJson);
  await inserted(0);
  let at = 0;
  const each = await interleaved(REPEATS, {
    form: () => sent(sendForms),
    api: () => sent(sendJson),
    insert: () => inserted(++at),
  });
  const about = `of processor time, database included; ${integer(RACKETS)} rackets`;
  return [
    {
      what: "writing a listing, the whole request",
      against: "a bare INSERT into the same columns and indexes",
      ratio: each.form / each.insert,
      budget: atMost(3, 2),
      figures: `${ms(each.form * 1_000)} against ${ms(each.insert * 1_000)} ${about}`,
    },
    {
      what: "writing a listing by the API, listings per processor time",
      against: "writing it by its form",
      ratio: each.form / each.api,
      budget: atLeast(0.9, 1),
      figures: `${ms(each.api * 1_000)} against ${ms(each.form * 1_000)} ${about}`,
    },
  ];
}

interface Writer {
  readonly cookie: string;
  /** Of the API. */
  readonly key: string;
  /** An uploaded photo for each listing. */
  readonly photos: readonly string[];
}

async function writer(): Promise<Writer> {
  const seller = await person("writer");
  const photos: string[] = [];
  while (photos.length < LISTINGS_PER_PERSON) photos.push(await photoOf(seller));
  return { cookie: seller.cookie, key: await keyOf(seller), photos };
}

function racketSample() {
  const racket = samples.find(({ type }) => type === "racket");
  if (!racket) throw new Error("There is no sample of a racket.");
  return racket;
}

/** Sends the same listings as `sendForms`. */
async function sendJson({ url }: Shop, writers: readonly Writer[]): Promise<number> {
  const { sample } = racketSample();
  const { postalCode: postal_code, price, ...texts } = sample.fields;
  const fields = {
    ...texts,
    ...sample.attributes,
    strung_in: texts.strung_in,
    postal_code,
    price: Number(price),
  };
  async function list({ key, photos }: Writer): Promise<void> {
    for (const [n, photo] of photos.entries()) {
      const listing = { ...fields, listing_type: "racket", name: `Blade 98 number ${n}`, images: [photo] };
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const init = { method: "POST", body: JSON.stringify(listing), headers };
      const { status } = await fetch(`${url}/api/v1/listings`, init);
      if (status !== 201) throw new Error(`The API answered ${status}.`);
    }
  }
  await Promise.all(writers.map(list));
  return AT_ONCE * LISTINGS_PER_PERSON;
}

async function sendForms({ url }: Shop, writers: readonly Writer[]): Promise<number> {
  const { definition, sample } = racketSample();
  const address = `${url}${sellPath(definition)}`;
  async function sell({ cookie, photos }: Writer): Promise<void> {
    for (const [n, photo] of photos.entries()) {
      const body = new URLSearchParams({ photo });
      for (const [name, values] of Object.entries({ ...sample.fields, name: `Blade 98 number ${n}` }))
        for (const value of [values].flat()) body.append(name, value);
      const init = { method: "POST", body, headers: { cookie, origin: url }, redirect: "manual" } as const;
      const { status } = await fetch(address, init);
      if (status !== 302) throw new Error(`${address} answered ${status}.`);
    }
  }
  await Promise.all(writers.map(sell));
  return AT_ONCE * LISTINGS_PER_PERSON;
}

/** Copies other rows each time, one by one. */
async function insertRows(at: number): Promise<number> {
  const count = AT_ONCE * LISTINGS_PER_PERSON;
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = 'rackets'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(db());
  const columns = sql.raw(rows[0]?.columns ?? "");
  const ids = await db()
    .selectFrom("listings")
    .select("id")
    .where("type", "=", "racket")
    .orderBy("id")
    .offset(at * count)
    .limit(count)
    .execute();
  for (const { id } of ids)
    await sql`insert into bare_rackets (${columns}) select ${columns} from rackets where id = ${id}`.execute(
      db(),
    );
  return ids.length;
}
