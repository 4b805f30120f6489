import { sql } from "kysely";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { action } from "#app/routes/accounts/auth.route.tsx";
import { newPerson, signUpFields } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { deleteExpiredAccountData } from "./jobs.server.ts";

openDatabase();

async function usernames(): Promise<string[]> {
  const rows = await db().selectFrom("profiles").select("username").orderBy("username").execute();
  return rows.map(({ username }) => username);
}

test("the cleanup job deletes expired data and nothing else", async () => {
  await newPerson("Verified");
  await new Visitor().submit(action, "/auth", signUpFields("Waiting", "waiting@example.com"));
  await new Visitor().submit(action, "/auth", signUpFields("Gone", "gone@example.com"));
  await db()
    .updateTable("users")
    .set({ created_at: sql<Date>`now() - interval '8 days'` })
    .where("email", "<>", "waiting@example.com")
    .execute();
  await updateRows(
    "mails",
    { recipient: "gone@example.com" },
    { created_at: sql<Date>`now() - interval '31 days'` },
  );
  await secondsToWait("favorite", "a");
  await updateRows("rate_limits", {}, { expire: 1 });
  await secondsToWait("favorite", "b");

  await deleteExpiredAccountData();

  expect(await usernames()).toEqual(["Verified", "Waiting"]);
  expect(await db().selectFrom("sessions").select("id").execute()).toHaveLength(1);
  expect(await db().selectFrom("rate_limits").select("key").execute()).toHaveLength(1);
  const mails = await db().selectFrom("mails").select("recipient").orderBy("recipient").execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(["verified@example.com", "waiting@example.com"]);

  await updateRows("sessions", {}, { expires_at: sql<Date>`now() - interval '1 second'` });
  await deleteExpiredAccountData();
  expect(await db().selectFrom("sessions").select("id").execute()).toEqual([]);
  expect(await usernames()).toEqual(["Verified", "Waiting"]);
});
