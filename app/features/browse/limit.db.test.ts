import { expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { limitInMemory } from "#app/platform/rate-limit.server.ts";
import type { Refused } from "#app/platform/refused.server.ts";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { loader as browseOn } from "#app/routes/listings/browse-batch.route.ts";
import { loader } from "#app/routes/search/search.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";

type Arguments = Parameters<typeof loader>[0];
type BrowseArguments = Parameters<typeof browse>[0];
type BrowseOnArguments = Parameters<typeof browseOn>[0];

openDatabase(async () => {
  const seller = await person("seller");
  await listingOf(seller, "racket", { name: "Pure Drive", brand: "Babolat" });
  await updateDictionary();
});

/** Visitors of other tests have IP addresses in 203.0.113.0/24. */
async function ask(address: string, path: string, cookie?: string) {
  const headers = { "x-client-ip": address, ...(cookie && { cookie }) };
  return loader({ request: new Request(`http://shop.example${path}`, { headers }) } as Arguments);
}

const refusal = (answer: unknown) => answer as Refused;

test("a visitor may search 120 times a minute, then is told how long to wait; other visitors are not limited by it [V2.4.1 V15.2.2]", async () => {
  // Searching takes time, so most uses are counted without it.
  for (let n = 0; n < 118; n += 1) await limitInMemory("search_client", "192.0.2.11");
  for (let n = 0; n < 2; n += 1) expect((await ask("192.0.2.11", "/search?q=babolt")).total).toBe(1);
  const thrown = refusal(await ask("192.0.2.11", "/search?q=babolt").catch((error: unknown) => error));
  expect(thrown.status).toBe(429);
  expect(thrown.message).toMatch(/^Too many searches\. Please try again in \d+ seconds\.$/);
  expect((await ask("192.0.2.12", "/search?q=babolt")).total).toBe(1);
  // The limit also covers searches that are sorted by distance.
  const nearest = refusal(
    await ask("192.0.2.11", "/search?sort=nearest&country=NL&postalCode=1012").catch(
      (error: unknown) => error,
    ),
  );
  expect(nearest.status).toBe(429);
  // Searches without words have another limit, and signed-in users have none.
  expect((await ask("192.0.2.11", "/search")).total).toBe(1);
  const { cookie } = await person("known");
  expect((await ask("192.0.2.11", "/search?q=babolt", cookie)).total).toBe(1);
});

test("a visitor may request 300 pages and further parts of lists a minute; a signed-in person is not limited", async () => {
  const { cookie } = await person("browser");
  const turn = (page: number, known?: string) => {
    const headers = { "x-client-ip": "192.0.2.14", ...(known && { cookie: known }) };
    return browse({
      request: new Request(`http://shop.example/rackets?page=${page}`, { headers }),
    } as BrowseArguments);
  };
  const more = (page: number) => {
    const headers = { "x-client-ip": "192.0.2.14" };
    const request = new Request(`http://shop.example/listings/window?in=/rackets&page=${page}`, { headers });
    return browseOn({ request } as BrowseOnArguments);
  };
  for (let n = 0; n < 296; n += 1) await limitInMemory("browse_client", "192.0.2.14");
  for (let page = 1; page <= 2; page += 1) await Promise.all([turn(page), more(page)]);
  for (const one of [turn, more])
    expect(refusal(await one(1).catch((error: unknown) => error)).status).toBe(429);
  await turn(1, cookie);
});

test("the parameter `in` of a search redirects to that category, with the other parameters", async () => {
  const thrown = await ask("192.0.2.13", "/search?q=a%26b&in=bags&sort=newest").catch(
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Response);
  expect((thrown as Response).headers.get("location")).toBe("/bags?q=a%26b&sort=newest");
  expect((await ask("192.0.2.13", "/search?q=babolat&in=nothing")).total).toBe(1);
});
