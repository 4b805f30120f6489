import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteExpiredGone } from "#app/features/listings/writes.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { loader as robots } from "#app/routes/seo/robots.route.ts";
import { loader as index } from "#app/routes/seo/sitemap.route.ts";
import { loader as pages } from "#app/routes/seo/sitemap-pages.route.ts";
import { loader as part } from "#app/routes/seo/sitemap-part.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { arrangeParts } from "./commands.server.ts";
import { BEGINNING } from "./queries.server.ts";

let seller: Person;

openDatabase(async () => {
  seller = await person("seller");
});

beforeEach(async () => {
  await db().deleteFrom("listings").execute();
  await db().deleteFrom("sitemap_parts").execute();
  await db().deleteFrom("gone_listings").execute();
});

const visitor = new Visitor();

/** The paths of an XML file, in order; without those in other languages than British English. */
function paths(xml: unknown): string[] {
  const all = [...String(xml).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, href = ""]) => href);
  return all
    .map((href) => href.replace(env().baseUrl, "").replaceAll("&amp;", "&") || "/")
    .filter((path) => !/^\/(en-us|nl|de|fr)(\/|$)/.test(path));
}

async function parts(kind: string): Promise<string[]> {
  const { data } = await visitor.open(index, "/sitemap.xml");
  return paths(data).filter((path) => path.startsWith(`/sitemaps/${kind}/`));
}

async function listed(path: string): Promise<string[]> {
  const [, , kind = "", name = ""] = path.split("/");
  const { status, data } = await visitor.open(part, path, { kind, part: name });
  expect(status).toBe(200);
  return paths(data);
}

async function rackets(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await listingOf(seller, "racket", { name: `Racket ${n}` })).id);
  return ids.sort();
}

describe("the sitemap", () => {
  test("has its parts even before the job has run, and leaves out empty parts", async () => {
    const named = async () => {
      const { data, headers } = await visitor.open(index, "/sitemap.xml");
      expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
      return paths(data);
    };
    expect(await named()).toEqual(["/sitemaps/pages.xml"]);
    const [id = ""] = await rackets(1);
    const filled = ["pages", `rackets/${BEGINNING}`, `sellers/${BEGINNING}`];
    expect(await named()).toEqual(filled.map((name) => `/sitemaps/${name}.xml`));
    await arrangeParts();
    expect(await named()).toEqual(filled.map((name) => `/sitemaps/${name}.xml`));
    await updateRows("listings", { id }, { quantity: 0 });
    expect(await named()).toEqual(["/sitemaps/pages.xml"]);
  });

  test("lists each listing once, in parts whose first entries stay the same", async () => {
    const first = await rackets(7);
    await arrangeParts(3);
    const before = await parts("rackets");
    expect(before).toEqual([BEGINNING, first[3], first[6]].map((id) => `/sitemaps/rackets/${id}.xml`));
    expect(await Promise.all(before.map(listed))).toEqual(
      [first.slice(0, 3), first.slice(3, 6), first.slice(6)].map((ids) => ids.map((id) => `/rackets/${id}`)),
    );
    await db().deleteFrom("listings").where("id", "in", first.slice(0, 2)).execute();
    const later = await rackets(3);
    await arrangeParts(3);
    const after = await parts("rackets");
    expect(after.slice(0, 3)).toEqual(before);
    expect((await Promise.all(after.map(listed))).flat()).toEqual(
      [...first.slice(2), ...later].map((id) => `/rackets/${id}`),
    );
  });

  test("splits a full part, even when the latest listing is dated 30 minutes before its commit", async () => {
    await rackets(3);
    await arrangeParts(3);
    expect(await parts("rackets")).toHaveLength(1);
    const [late = ""] = await rackets(1);
    const before = sql<Date>`now() - interval '30 minutes'`;
    await updateRows("listings", { id: late }, { updated_at: before });
    await arrangeParts(3);
    expect(await parts("rackets")).toEqual([BEGINNING, late].map((id) => `/sitemaps/rackets/${id}.xml`));
  });

  test("leaves out sold and deleted listings", async () => {
    const [available = "", sold = "", gone = ""] = await rackets(3);
    await updateRows("listings", { id: sold }, { quantity: 0 });
    await db().deleteFrom("listings").where("id", "=", gone).execute();
    expect(await listed(`/sitemaps/rackets/${BEGINNING}.xml`)).toEqual([`/rackets/${available}`]);
  });

  test("dates each listing by its last change, and each part by the last change or deletion in it", async () => {
    const [id = "", other = ""] = await rackets(2);
    const at = new Date("2026-03-01T10:00:00Z");
    await updateRows("listings", {}, { updated_at: at });
    await arrangeParts();
    const xml = async () => String((await visitor.open(index, "/sitemap.xml")).data);
    expect(await xml()).toContain(`rackets/${BEGINNING}.xml</loc><lastmod>${at.toISOString()}</lastmod>`);
    const { data } = await visitor.open(part, "/", { kind: "rackets", part: `${BEGINNING}.xml` });
    expect(data).toContain(`/rackets/${id}</loc><lastmod>${at.toISOString()}</lastmod>`);
    await db().deleteFrom("listings").where("id", "=", other).execute();
    await sql`update gone_listings set gone_at = '2026-03-02T10:00:00Z' where id = ${other}`.execute(db());
    await arrangeParts();
    expect(await xml()).toContain(
      `rackets/${BEGINNING}.xml</loc><lastmod>2026-03-02T10:00:00.000Z</lastmod>`,
    );
  });

  test("lists sellers who have something for sale, and nobody else", async () => {
    const idle = await person("idle");
    await rackets(1);
    const names = await listed(`/sitemaps/sellers/${BEGINNING}.xml`);
    expect(names).toContain(`/sellers/${seller.viewer.username}`);
    expect(names).not.toContain(`/sellers/${idle.viewer.username}`);
  });

  test("lists browse pages with listings, and those of the brands in stock", async () => {
    await listingOf(seller, "racket", { name: "Wilson Blade 98", brand: "Wilson" });
    const { data } = await visitor.open(pages, "/sitemaps/pages.xml");
    const all = paths(data);
    expect(all).toEqual(
      expect.arrayContaining([
        "/",
        "/help",
        "/rackets",
        "/rackets/new",
        "/rackets/blade",
        "/rackets?brand=Wilson",
        "/bags",
      ]),
    );
    expect(all).not.toContain("/rackets/clash");
    expect(all).not.toContain("/bags/new");
    expect(all.some((path) => path.startsWith("/auth"))).toBe(false);
  });

  test("answers 404 for a part that does not exist", async () => {
    for (const [kind, name] of [
      ["rackets", "0197f3a0-0000-7000-8000-000000000000.xml"],
      ["rackets", "x.xml"],
      ["cars", `${BEGINNING}.xml`],
    ] as const)
      expect((await visitor.open(part, "/", { kind, part: name })).status).toBe(404);
  });

  test("is missing where search engines are kept out, and robots.txt then allows every page", async () => {
    const config = env() as { searchEngines: boolean };
    config.searchEngines = false;
    try {
      expect((await visitor.open(index, "/sitemap.xml")).status).toBe(404);
      expect((await visitor.open(robots, "/robots.txt")).data).toBe("User-agent: *\nDisallow:\n");
    } finally {
      config.searchEngines = true;
    }
    expect((await visitor.open(robots, "/robots.txt")).data).toContain(
      `Sitemap: ${env().baseUrl}/sitemap.xml\n`,
    );
  });
});

test("the ids of deleted listings are kept for a year", async () => {
  const [late = "", lately = ""] = await rackets(2);
  await db().deleteFrom("listings").execute();
  await sql`update gone_listings set gone_at = now() - interval '366 days' where id = ${late}`.execute(db());
  await deleteExpiredGone();
  const { rows } = await sql<{
    id: string;
  }>`select id from gone_listings where id in (${late}, ${lately})`.execute(db());
  expect(rows).toEqual([{ id: lately }]);
});
