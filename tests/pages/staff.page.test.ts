import { beforeAll, describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { addressesOf } from "#tests/support/routes.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

/** Every address of staff, with a value for its parameters. */
const ADDRESSES = addressesOf(routes)
  .map(({ address }) => address.replace(/:\w+/g, "0199c0de-0000-7000-8000-000000000000"))
  .filter((address) => /^\/(operator|moderation)(\/|$)/.test(address));

let people: Record<string, Person | null>;

beforeAll(async () => {
  people = {
    visitor: null,
    player: await person("player"),
    moderator: await staffPerson("moderator"),
    operator: await staffPerson("operator"),
  };
});

function statusOf(path: string, who: string, method = "GET"): Promise<number> {
  const cookie = people[who]?.cookie;
  const headers = { origin: shop.server.url, ...(cookie && { cookie }) };
  return fetch(shop.server.url + path, { method, headers, redirect: "manual" }).then(({ status }) => status);
}

describe.each(ADDRESSES)("%s", (path) => {
  test.each(["visitor", "player"])("does not exist for a %s", async (who) => {
    for (const address of [path, `${path}.data`, `/de${path}`])
      expect(await statusOf(address, who)).toBe(404);
    expect(await statusOf(path, who, "POST")).toBe(404);
  });
});

test("an operator opens every page of staff, a moderator those of moderators", async () => {
  expect(await statusOf("/operator", "operator")).toBe(200);
  expect(await statusOf("/operator", "moderator")).toBe(404);
});

test("the operator's page works without JavaScript", async () => {
  const { username } = await person("helper").then(({ viewer }) => viewer);
  const browser = shop.withoutScripts(people.operator ?? null);
  const page = await browser.open("/operator");
  const granted = await browser.submit(page.getByRole("button", { name: "Grant role" }), {
    identifier: username,
    role: "moderator",
  });
  granted.getByText(`${username} became Moderator`);
  const taken = await browser.submit(granted.getByRole("button", { name: `Remove the role of ${username}` }));
  taken.getByText(`${username} is no longer Moderator`);
});
