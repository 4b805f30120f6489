import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { setPassword } from "#app/features/accounts/security/password.server.ts";
import { apiJobs } from "#app/features/api/keys.server.ts";
import { MAX_KEYS, originOf } from "#app/features/api/keys-schema.ts";
import { SCOPES } from "#app/features/api/scopes.ts";
import { db } from "#app/platform/db.server.ts";
import { newestMail, PASSWORD } from "#tests/support/accounts.ts";
import { apiWith, keyOf } from "#tests/support/api.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow, findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { type Fields, faults, type Outcome, refusal } from "#tests/support/visitor.ts";
import { action as signOut } from "../accounts/sign-out.route.tsx";
import { action, loader } from "./keys.route.tsx";
import { loader as tab } from "./security.route.tsx";

const PATH = "/profile/security/keys";
const SHOP_PATH = "/sell/business/api";

let anna: Person;

openDatabase(captureNotices);
beforeEach(async () => {
  anna = await person("anna");
});

const FORM = { intent: "make", name: "My stock", scopes: ["listings:write", "deals:read"], lifetime: "90" };
const make = (who: Person, fields: Fields = {}, path = PATH) =>
  who.visitor.submit(action, path, { ...FORM, ...(fields as object) });
const revoke = (who: Person, id: string, path = PATH) =>
  who.visitor.submit(action, path, { intent: "revoke", id });
const keysOf = async (who: Person) => (await who.visitor.open(loader, PATH)).data as { keys: ShownKey[] };
const secretIn = ({ data }: Outcome) => (data as { value: { secret: string } }).value.secret;
/** 404 for a key that is valid, since nothing has this address. */
const statusWith = async (secret: string) => (await apiWith(secret)("GET", "/nothing")).status;
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

interface ShownKey {
  readonly id: string;
  readonly hint: string;
}

describe("a key that a person makes", () => {
  test("is shown once, in the answer to the form, and calls the API", async () => {
    const made = await make(anna);
    const secret = secretIn(made);
    expect(made).toMatchObject({ status: 200, location: null, data: { value: { name: "My stock" } } });
    expect(await statusWith(secret)).toBe(404);
    expect(JSON.stringify([...made.headers])).not.toContain(secret);
    const { data } = await anna.visitor.open(loader, PATH);
    const { hash } = await findRow("api_keys", { user_id: anna.viewer.id }, ["hash"]);
    expect(data).toEqual({
      here: PATH,
      keys: [
        {
          id: expect.any(String),
          name: "My stock",
          hint: `ssk_…${secret.slice(-4)}`,
          may: ["List items, change and delete listings", "See your offers, orders and sales"],
          origins: [],
          madeOn: expect.stringMatching(/ \d{4}$/),
          expiresOn: expect.stringMatching(/ \d{4}$/),
          isExpired: false,
          use: { on: expect.stringMatching(/ \d{4}$/), from: "127.0.0.1" },
        },
      ],
    });
    for (const hidden of [secret, hash]) expect(JSON.stringify(data)).not.toContain(hidden);
    expect((await anna.visitor.open(tab, "/profile/security")).data).toMatchObject({ keys: 1 });
  });

  test("is told to them by mail and by a notice, without its secret", async () => {
    anna.visitor.agent = "Mozilla/5.0 (X11; Linux) Firefox/140.0";
    const secret = secretIn(await make(anna));
    const mail = await newestMail(anna.viewer.email);
    expect(mail?.subject).toBe("New API key");
    for (const part of ["“My stock”", "Firefox on Linux", "See your offers, orders and sales", PATH])
      expect(mail?.text).toContain(part);
    expect(JSON.stringify(mail)).not.toContain(secret.slice(4));
    expect(await accountNotices(anna.viewer.username)).toEqual(["key-made"]);
  });

  test.each([
    ["30", 30],
    ["90", 90],
    ["365", 365],
    ["never", null],
  ])("lives as long as they choose: %s", async (lifetime, days) => {
    await make(anna, { lifetime });
    const { expires_at } = await findRow("api_keys", { user_id: anna.viewer.id }, ["expires_at"]);
    const left = expires_at && (expires_at.getTime() - Date.now()) / 86_400_000;
    expect(left && Math.round(left)).toBe(days);
  });

  test("works for the websites that they name", async () => {
    await make(anna, { origins: "https://Shop.example/, https://shop.example:443\nhttps://a.example:8443" });
    const { origins } = await findRow("api_keys", { user_id: anna.viewer.id }, ["origins"]);
    expect(origins).toEqual(["https://shop.example", "https://a.example:8443"]);
  });

  test.each<[string, Fields, Record<string, unknown[]>]>([
    ["no name", { name: "  " }, { name: ["Please give the key a name."] }],
    ["a long name", { name: "x".repeat(61) }, { name: ["The name of a key has at most 60 characters."] }],
    ["an invisible name", { name: "\u200b\u00ad" }, { name: ["Please give the key a name."] }],
    ["NUL in the name", { name: "a\0b" }, { name: ["This contains characters that cannot be saved."] }],
    ["no scope", { scopes: [] }, { scopes: ["Choose at least one thing that the key may do."] }],
    ["another scope", { scopes: ["admin"] }, { "scopes[0]": [expect.any(String)] }],
    ["another lifetime", { lifetime: "100000" }, { lifetime: [expect.any(String)] }],
    ["a page", { origins: "https://a.example/page" }, { origins: [expect.stringContaining("/page")] }],
    [
      "many websites",
      { origins: "abcdefghijk".replace(/./g, "https://$&.example ") },
      { origins: [expect.any(String)] },
    ],
  ])("needs a form without faults: %s", async (_, fields, error) => {
    expect(await make(anna, fields)).toMatchObject(faults(error));
    expect((await keysOf(anna)).keys).toEqual([]);
  });

  test("needs a recent confirmation, also to be seen or revoked", async () => {
    await make(anna);
    const [{ id } = { id: "" }] = (await keysOf(anna)).keys;
    await updateRows("sessions", { token: anna.session }, { confirmed_at: daysFromNow(-1) });
    const away = { status: 302, location: expect.stringMatching(/^\/profile\/security\/confirm\?next=/) };
    expect(await anna.visitor.open(loader, PATH)).toMatchObject(away);
    expect(await make(anna)).toMatchObject(away);
    expect(await revoke(anna, id)).toMatchObject(away);
    expect(await findRows("api_keys", { user_id: anna.viewer.id }, ["id"])).toEqual([{ id }]);
  });

  test("is one of twenty that are valid; expired ones do not count", async () => {
    const expires_at = daysFromNow(-1);
    for (let nth = 1; nth < MAX_KEYS; nth++) await keyOf(anna);
    await keyOf(anna, { expires_at });
    const answers = await Promise.all(Array.from({ length: 4 }, () => make(anna)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await make(anna)).toMatchObject(
      refusal(409, "You can have up to 20 valid keys. Revoke one first."),
    );
    expect((await keysOf(anna)).keys).toHaveLength(MAX_KEYS + 1);
  });

  test("is made by the same form on the page for shops, which leads back to it", async () => {
    await make(anna, {}, SHOP_PATH);
    const [{ id } = { id: "" }] = (await keysOf(anna)).keys;
    expect((await anna.visitor.open(loader, SHOP_PATH)).data).toMatchObject({ here: SHOP_PATH });
    expect(await revoke(anna, id, SHOP_PATH)).toMatchObject({ status: 302, location: SHOP_PATH });
  });
});

test.each([
  ["https://shop.example", "https://shop.example"],
  ["HTTPS://SHOP.EXAMPLE/", "https://shop.example"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://localhost:5173", "https://localhost:5173"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["http://shop.example", null],
  ["https://*.example", null],
  ["https://shop.example/page", null],
  ["https://shop.example?a", null],
  ["https://shop.example#a", null],
  ["https://me:secret@shop.example", null],
  ["https://[::1]", null],
  ["https://", null],
  ["shop.example", null],
  ["javascript:alert(1)", null],
  ["null", null],
  ["*", null],
  [`https://${"a".repeat(300)}.example`, null],
])("%s is the origin %j", (text, origin) => expect(originOf(text)).toBe(origin));

describe("a key ends", () => {
  test("when its person revokes it, and nobody else can", async () => {
    const secret = secretIn(await make(anna));
    const [{ id } = { id: "" }] = (await keysOf(anna)).keys;
    const stranger = await person();
    for (const other of [
      await revoke(stranger, id),
      await revoke(anna, anna.viewer.id),
      await revoke(anna, "1"),
    ])
      expect(other).toMatchObject(refusal(404, "This key was already revoked."));
    expect(await statusWith(secret)).toBe(404);
    expect(await revoke(anna, id)).toMatchObject({ status: 302, location: PATH });
    expect(await statusWith(secret)).toBe(401);
    expect(await revoke(anna, id)).toMatchObject(refusal(404, "This key was already revoked."));
  });

  test("not when its person signs out everywhere or sets a password", async () => {
    const secret = secretIn(await make(anna));
    await setPassword(anna.visitor.request("/"), anna.viewer, PASSWORD);
    await anna.visitor.submit(signOut, "/sign-out", { scope: "global" });
    expect(await findRows("sessions", { user_id: anna.viewer.id }, ["id"])).toEqual([]);
    expect(await statusWith(secret)).toBe(404);
  });

  test("with the account, and so do the answers to its requests", async () => {
    const secret = secretIn(await make(anna));
    await insertRows("api_requests", { user_id: anna.viewer.id, key: "1", request: "x" });
    await deleteAccount(anna.visitor.request("/"), anna.viewer, []);
    expect(await statusWith(secret)).toBe(401);
    for (const table of ["api_keys", "api_requests"] as const)
      expect(await findRows(table, { user_id: anna.viewer.id }, ["user_id"])).toEqual([]);
  });
});

test("the data export has the keys, and nothing with which one could call", async () => {
  const secret = secretIn(await make(anna, { origins: "https://shop.example" }));
  const { hash } = await findRow("api_keys", { user_id: anna.viewer.id }, ["hash"]);
  await statusWith(secret);
  const exported = await exportOf(anna);
  expect(exported.apiKeys).toEqual([
    {
      name: "My stock",
      hint: `ssk_…${secret.slice(-4)}`,
      scopes: ["listings:write", "deals:read"],
      origins: ["https://shop.example"],
      madeAt: expect.any(String),
      expiresAt: expect.any(String),
      usedAt: expect.any(String),
      usedFrom: "127.0.0.1",
    },
  ]);
  for (const hidden of [secret, hash]) expect(JSON.stringify(exported)).not.toContain(hidden);
});

test("the sweep deletes keys that expired a month ago, and answers older than a day", async () => {
  const sweep = apiJobs["api-sweep"];
  const isDue = async () =>
    (await sql<{ due: boolean }>`select ${sweep?.due} as due`.execute(db())).rows[0]?.due;
  const run = () => sweep?.work({}, new AbortController().signal);
  await db().deleteFrom("api_keys").execute();
  for (const days of [-31, -29, 1]) await keyOf(anna, { expires_at: daysFromNow(days) });
  await keyOf(anna);
  const request = { user_id: anna.viewer.id, request: "x" };
  await insertRows("api_requests", [
    { ...request, key: "old", started_at: daysFromNow(-1.01) },
    { ...request, key: "new", started_at: daysFromNow(-0.99) },
  ]);
  expect(await isDue()).toBe(true);
  await run();
  expect(await findRows("api_keys", {}, ["id"])).toHaveLength(3);
  expect(await findRows("api_requests", {}, ["key"])).toEqual([{ key: "new" }]);
  expect(await isDue()).toBe(false);
});

test("every scope has a text of its own, and writing includes reading", async () => {
  await make(anna, { scopes: [...SCOPES] });
  const [shown] = (await keysOf(anna)).keys as unknown as { may: string[] }[];
  expect(shown?.may).toHaveLength(SCOPES.length / 2);
  expect(new Set(shown?.may).size).toBe(SCOPES.length / 2);
});
