// Who may open which address: the addresses are those of app/routes.ts, the guards those of their files.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import routes from "#app/routes.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { addressesOf } from "#tests/support/routes.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

/** An id that nothing has. */
const NOTHING = "0199c0de-0000-7000-8000-000000000000";

const guardOf = (file: string) =>
  /^export const middleware = \[(\w+)\];$/m.exec(readFileSync(`app/${file}`, "utf8"))?.[1];

/** Every address with its guard, and values for its parameters. */
const ADDRESSES = addressesOf(routes)
  .filter(({ address }) => address !== "/*")
  .map(({ file, address }) => ({
    address: address.replace(/:username\b/, "nobody-here").replace(/:\w+/g, NOTHING),
    guard: guardOf(file),
    takes: /export (async function|function|const) action\b/.test(readFileSync(`app/${file}`, "utf8")),
  }));
const guardedBy = (...guards: string[]) => ADDRESSES.filter(({ guard }) => guard && guards.includes(guard));

let people: Record<string, Person | null>;

beforeAll(async () => {
  const suspended = await person("suspended");
  await db()
    .updateTable("profiles")
    .set({ suspended_until: new Date(Date.now() + 86_400_000) })
    .where("id", "=", suspended.viewer.id)
    .execute();
  people = {
    visitor: null,
    suspended,
    stranger: await person("stranger"),
    moderator: await staffPerson("moderator"),
    operator: await staffPerson("operator"),
  };
});

async function answer(
  address: string,
  who: string,
  method = "GET",
): Promise<{ status: number; to: string | null }> {
  const cookie = people[who]?.cookie;
  const headers = { origin: shop.server.url, ...(cookie && { cookie }) };
  const { status, headers: sent } = await fetch(shop.server.url + address, {
    method,
    headers,
    redirect: "manual",
  });
  const to = sent.get("location");
  return { status, to: to && new URL(to, shop.server.url).pathname };
}

test("most addresses have a guard, and each guard is known", () => {
  expect(guardedBy("signedIn", "confirmed").length).toBeGreaterThan(40);
  const known = [undefined, "signedIn", "confirmed", "moderating", "operating"];
  expect(ADDRESSES.filter(({ guard }) => !known.includes(guard))).toEqual([]);
});

describe.each(guardedBy("signedIn", "confirmed"))("$address", ({ address, takes }) => {
  test("leads a visitor and a suspended person to sign in", async () => {
    for (const who of ["visitor", "suspended"])
      for (const method of takes ? ["GET", "POST"] : ["GET"])
        expect({ who, method, ...(await answer(address, who, method)) }).toMatchObject({
          status: 302,
          to: "/auth",
        });
  });

  test("has nothing of others for a stranger, nor for staff", async () => {
    if (!address.includes(NOTHING)) return;
    for (const who of ["stranger", "moderator", "operator"]) {
      const { status } = await answer(address, who);
      expect({ who, isRefused: status >= 300 && status < 500 }).toEqual({ who, isRefused: true });
    }
  });
});

describe.each(guardedBy("moderating", "operating"))("$address", ({ address, guard }) => {
  test("is there for staff of its role alone", async () => {
    const others = ["visitor", "suspended", "stranger", ...(guard === "operating" ? ["moderator"] : [])];
    for (const who of others) {
      for (const path of [address, `${address}.data`, `/de${address}`])
        expect({ who, path, ...(await answer(path, who)) }).toMatchObject({ status: 404 });
      expect({ who, ...(await answer(address, who, "POST")) }).toMatchObject({ status: 404 });
    }
    const isCase = address.includes(NOTHING);
    expect((await answer(address, "operator")).status).toBe(isCase ? 404 : 200);
    if (guard === "moderating") expect((await answer(address, "moderator")).status).toBe(isCase ? 404 : 200);
  });
});
