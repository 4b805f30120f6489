import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Device } from "#app/features/accounts/security/ui/devices-card.tsx";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { newPerson, signInFields } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as auth } from "../accounts/auth.route.tsx";
import { action as signOut } from "../accounts/sign-out.route.tsx";
import { action as revoke } from "./devices.route.ts";
import { loader } from "./security.route.tsx";

const PATH = "/profile/security/devices";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

openDatabase();
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

/** Signs a user in from another browser, and returns this browser. */
async function alsoOn(username: string, userAgent?: string): Promise<Visitor> {
  const visitor = new Visitor();
  const body = new URLSearchParams(signInFields(username));
  const headers = userAgent ? { "user-agent": userAgent } : undefined;
  await visitor.run(auth, visitor.request("/auth", { method: "POST", body, headers }));
  return visitor;
}

async function devicesOf(visitor: Visitor): Promise<Device[]> {
  const { data } = await visitor.open(loader, "/profile/security");
  return (data as { devices: Device[] }).devices;
}

async function isIn(visitor: Visitor): Promise<boolean> {
  return (await viewerOf(visitor.request("/"))) !== null;
}

describe("the list of devices", () => {
  test("names each browser and marks this one, without any token or complete IP address [V7.1.2 V7.5.2]", async () => {
    const anna = await newPerson("Anna");
    const phone = await alsoOn("Anna", PHONE);
    await newPerson("Bert");
    const devices = await devicesOf(phone);
    expect(devices).toMatchObject([
      { current: true, name: "Safari on iOS", handheld: true, network: "203.0.113.…" },
      { current: false, name: null, handheld: false },
    ]);
    const tokens = await db().selectFrom("sessions").select(["token", "ip_address"]).execute();
    const shown = JSON.stringify(devices);
    for (const { token, ip_address } of tokens) {
      expect(shown).not.toContain(token);
      expect(shown).not.toContain(`"${ip_address}"`);
    }
    expect((await devicesOf(anna)).map(({ current }) => current)).toEqual([true, false]);
  });

  test("leaves out ended sessions", async () => {
    const anna = await newPerson("Anna");
    await alsoOn("Anna", PHONE);
    const past = sql<Date>`now() - interval '1 second'`;
    await updateRows("sessions", { user_agent: PHONE }, { expires_at: past });
    expect(await devicesOf(anna)).toHaveLength(1);
  });

  test("is shown to its owner alone", async () => {
    expect((await new Visitor().open(loader, "/profile/security")).location).toBe(
      "/auth?next=%2Fprofile%2Fsecurity",
    );
  });
});

describe("signing one device out", () => {
  test("ends its session and no other [V7.5.2]", async () => {
    const anna = await newPerson("Anna");
    const [phone, tablet] = [await alsoOn("Anna", PHONE), await alsoOn("Anna")];
    const { id } = (await devicesOf(anna)).find(({ name }) => name === "Safari on iOS")!;
    const outcome = await anna.submit(revoke, PATH, { id });
    expect(outcome).toMatchObject({ status: 302, location: "/profile/security" });
    expect(takeFlash(anna.request("/")).flash?.title).toBe("Device signed out.");
    expect([await isIn(anna), await isIn(phone), await isIn(tablet)]).toEqual([true, false, true]);
  });

  test("is answered with 404 for another person, and changes nothing", async () => {
    const anna = await newPerson("Anna");
    const bert = await newPerson("Bert");
    const [{ id } = { id: "" }] = await devicesOf(anna);
    expect((await bert.submit(revoke, PATH, { id })).status).toBe(404);
    expect(await isIn(anna)).toBe(true);
    const stranger = await new Visitor().submit(revoke, PATH, { id });
    expect(stranger).toMatchObject({ status: 302, location: "/auth" });
    expect(await isIn(anna)).toBe(true);
  });

  test.each([[{}], [{ id: "" }], [{ id: "' or true" }], [{ id: "a\0b" }], [{ id: randomUUID() }]])(
    "with %o does nothing",
    async (fields: Record<string, string>) => {
      const anna = await newPerson("Anna");
      expect((await anna.submit(revoke, PATH, fields)).status).toBe(404);
      expect(await isIn(anna)).toBe(true);
    },
  );
});

describe("signing out", () => {
  async function three() {
    const anna = await newPerson("Anna");
    const others = [await alsoOn("Anna", PHONE), await newPerson("Bert")] as const;
    const whoIsIn = async () => [await isIn(anna), ...(await Promise.all(others.map(isIn)))];
    return { anna, whoIsIn };
  }

  test.each([
    [{}, [false, true, true], "/"],
    [{ scope: "local" }, [false, true, true], "/"],
    [{ scope: "others" }, [true, false, true], "/profile/security"],
    [{ scope: "global" }, [false, false, true], "/"],
    [{ scope: "everything" }, [false, true, true], "/"],
  ])(
    "with %o: whether this browser, another one and another person stay signed in: %o [A7.20]",
    async (fields: Record<string, string>, left, location) => {
      const { anna, whoIsIn } = await three();
      expect(await anna.submit(signOut, "/sign-out", fields)).toMatchObject({ status: 302, location });
      expect(await whoIsIn()).toEqual(left);
    },
  );

  test.each(["local", "others", "global"])(
    "(%s) works with a session that has already ended [A7.20]",
    async (scope) => {
      const anna = await newPerson("Anna");
      await db().deleteFrom("sessions").execute();
      const outcome = await anna.submit(signOut, "/sign-out", { scope });
      expect(outcome.status).toBe(302);
      expect(anna.cookies.has(sessionCookieName())).toBe(scope === "others");
      expect((await new Visitor().submit(signOut, "/sign-out", { scope })).status).toBe(302);
    },
  );
});
