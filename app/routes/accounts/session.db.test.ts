import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { SessionAnswer } from "#app/features/accounts/ui/session-refresh.ts";
import { SESSION_SECONDS, sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { newPerson } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader as unread } from "../chat/unread.route.ts";
import { loader } from "./session.route.ts";

openDatabase();

async function ask(visitor: Visitor): Promise<SessionAnswer & { cookies: string[] }> {
  const outcome = await visitor.open(loader, "/auth/session");
  expect(outcome.status).toBe(200);
  return { ...JSON.parse(String(outcome.data)), cookies: outcome.headers.getSetCookie() };
}

async function endOfSession(visitor: Visitor, end: string): Promise<void> {
  const viewer = await viewerOf(visitor.request("/"));
  await updateRows(
    "sessions",
    { user_id: viewer?.id ?? "" },
    { expires_at: sql<Date>`now() + ${end}::interval` },
  );
}

describe("GET /auth/session", () => {
  test("returns nobody for a visitor, and sets no cookie", async () => {
    expect(await ask(new Visitor())).toEqual({ viewer: null, expiresAt: null, cookies: [] });
  });

  test("returns the person and the end of the session, and nothing else [A3.2 A7.16 V3.3.4]", async () => {
    const anna = await newPerson("Anna");
    const { viewer, expiresAt, cookies } = await ask(anna);
    expect(viewer).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), username: "Anna" });
    const days = (Date.parse(expiresAt ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(SESSION_SECONDS / 86_400);
    expect(cookies).toEqual([]);
  });

  test("extends the session, on the server and in the browser [A7.9 A9.15 V3.3.4 V7.1.1 V7.3.1]", async () => {
    const bert = await newPerson("Bert");
    await endOfSession(bert, "3 days");
    const { expiresAt, cookies } = await ask(bert);
    const days = (Date.parse(expiresAt ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(SESSION_SECONDS / 86_400);
    expect(cookies).toEqual([
      `${sessionCookieName()}=${bert.cookies.get(sessionCookieName())}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax`,
    ]);
    expect((await ask(bert)).expiresAt).toBe(expiresAt);
  });

  test("GET /chat/unread, which hidden tabs send by themselves, does not extend the session [V7.3.1]", async () => {
    const dora = await newPerson("Dora");
    await endOfSession(dora, "3 days");
    const counted = await inRequest({ id: "1", locale: "en-GB" }, () => dora.open(unread, "/chat/unread"));
    expect([counted.status, counted.headers.getSetCookie()]).toEqual([200, []]);
    const { expires_at } = await db()
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .where("users.name", "=", "Dora")
      .select("sessions.expires_at")
      .executeTakeFirstOrThrow();
    expect(Math.round((expires_at.getTime() - Date.now()) / 86_400_000)).toBe(3);
  });

  test("removes the cookie of an ended session", async () => {
    const carla = await newPerson("Carla");
    await endOfSession(carla, "-1 second");
    expect(await ask(carla)).toEqual({
      viewer: null,
      expiresAt: null,
      cookies: [`${sessionCookieName()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`],
    });
    expect(carla.cookies.has(sessionCookieName())).toBe(false);
  });

  test("accepts no made-up cookie [A8.29]", async () => {
    const forger = new Visitor();
    forger.cookies.set(sessionCookieName(), "made-up.c2lnbmF0dXJl");
    expect(await ask(forger)).toMatchObject({ viewer: null, expiresAt: null });
  });
});
