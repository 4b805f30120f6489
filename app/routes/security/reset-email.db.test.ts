import { beforeEach, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { newestLink, newPerson } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { updateRows, withoutTable } from "#tests/support/rows.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { loader as resetPage } from "../accounts/reset.route.tsx";
import { action } from "./reset-email.route.ts";

const PATH = "/profile/security/reset-email";

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
});

async function send(visitor: Visitor) {
  const headers = { "sec-fetch-mode": "navigate", referer: new URL("/profile/security", env().baseUrl).href };
  const request = visitor.request(PATH, { method: "POST", headers, body: new URLSearchParams() });
  const { status, location } = await visitor.run(action, request);
  return { status, location, flash: takeFlash(visitor.request("/")).flash };
}

test("a signed-in person can mail themselves a link to a new password [A2.58 A7.14]", async () => {
  const anna = await newPerson("Anna");
  expect(await send(anna)).toEqual({
    status: 302,
    location: "/profile/security",
    flash: {
      id: expect.any(String),
      kind: "success",
      title: "Success",
      description: "Password reset email sent. Please check your inbox.",
    },
  });
  const link = await newestLink("anna@example.com");
  expect(await anna.open(resetPage, link)).toMatchObject({ status: 200 });
});

test("the page says when the account has no email address [A8.17]", async () => {
  const anna = await newPerson("Anna");
  await updateRows("users", {}, { email: "" });
  expect((await send(anna)).flash).toMatchObject({ kind: "error", description: "No email address found." });
});

test("the page says when the mail fails [A8.18]", async () => {
  const anna = await newPerson("Anna");
  await withoutTable("mails", async () => {
    expect((await send(anna)).flash).toEqual({
      id: expect.any(String),
      kind: "error",
      title: "Error",
      description: "Failed to send password reset email.",
    });
  });
});

test("a person can send themselves five of these mails an hour", async () => {
  const anna = await newPerson("Anna");
  for (let time = 1; time <= 5; time++) expect((await send(anna)).flash?.kind).toBe("success");
  expect((await send(anna)).flash).toMatchObject({
    kind: "error",
    description: expect.stringMatching(/^Too many attempts/),
  });
});
