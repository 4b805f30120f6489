import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { shellData } from "#app/features/shell/shell-data.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { action as code } from "#app/routes/accounts/code.route.tsx";
import { newestMail, signUpFields } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import type { Providers } from "#tests/support/providers.ts";
import { signInWith, testProviders } from "#tests/support/social-sign-in.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./accept.route.tsx";

let providers: Providers;
let folder: string;

openDatabase(async (url) => {
  await captureNotices(url);
  providers = await testProviders();
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-terms-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  for (const table of ["users", "rate_limits", "mails"] as const) await db().deleteFrom(table).execute();
  configure({ ...env(), legalDir: folder });
  terms("one");
});

const terms = (version: string) =>
  writeFileSync(path.join(folder, "terms.md"), `Version: ${version}\n# Our terms\nBe fair.\n`);

const accepted = () =>
  db().selectFrom("terms_acceptances").select(["user_id", "version", "language"]).execute();

async function asked(visitor: Visitor, page = "/help") {
  const { shell } = await shellData(visitor.request(page), []);
  return shell.announcements;
}

const signUp = (version: string | null, visitor = new Visitor()) =>
  visitor.submit(auth, "/auth?mode=signup", {
    ...signUpFields("Anna", "anna@example.com"),
    ...(version !== null && { terms: version }),
  });

test("signing up stores the version of the terms that the form showed", async () => {
  await signUp("one");
  expect(await accepted()).toMatchObject([{ version: "one", language: "en-GB" }]);
});

test("an outdated or missing version of the terms is not stored as accepted", async () => {
  await signUp("older");
  await signUp(null);
  expect(await accepted()).toEqual([]);
});

test("without terms of the operator nothing is stored, and nobody is asked", async () => {
  configure({ ...env(), legalDir: undefined });
  await signUp("one");
  expect(await accepted()).toEqual([]);
  const { visitor } = await person();
  expect(await asked(visitor)).toEqual([]);
  expect(await visitor.open(loader, "/terms/accept")).toMatchObject({ status: 404 });
  expect(await visitor.submit(action, "/terms/accept", { version: "one" })).toMatchObject({ status: 404 });
});

test("people are asked to accept each version of the terms until they do, except on the page /terms/accept", async () => {
  const { visitor } = await person();
  expect(await asked(new Visitor())).toEqual([]);
  expect(await asked(visitor)).toEqual([
    {
      text: "You have not accepted our terms yet.",
      link: { label: "Read and accept", href: "/terms/accept?next=%2Fhelp" },
    },
  ]);
  const page = "/terms/accept?next=%2Fhelp";
  expect(await asked(visitor, page)).toEqual([]);
  expect(await visitor.open(loader, page)).toMatchObject({ data: { version: "one", title: "Our terms" } });
  expect(await visitor.submit(action, page, { version: "one" })).toMatchObject({ location: "/help" });
  expect(await asked(visitor)).toEqual([]);
  expect(await visitor.open(loader, page)).toMatchObject({ location: "/help" });

  terms("two");
  expect(await asked(visitor)).toMatchObject([{ text: "Our terms have changed." }]);
  expect(await visitor.submit(action, page, { version: "one" })).toMatchObject({ status: 409 });
  expect(await visitor.submit(action, page, { version: "two" })).toMatchObject({ location: "/help" });
  expect((await accepted()).map(({ version }) => version)).toEqual(["one", "two"]);
});

test("the first sign-in with a provider leads to the terms and then to the wanted page, later ones lead straight to that page", async () => {
  providers.people.set("rafa", { email: "rafa@example.com", email_verified: true, name: "Rafa N" });
  const way = ["google", { login: "rafa" }, undefined, "/auth?next=%2Fsell"] as const;
  const { visitor, location } = await signInWith(...way);
  expect(location).toBe(`${env().baseUrl}/terms/accept?next=%2Fsell`);
  await visitor.submit(action, location ?? "", { version: "one" });
  expect(await signInWith(...way)).toMatchObject({ location: `${env().baseUrl}/sell` });
  terms("two");
  expect(await signInWith(...way)).toMatchObject({ location: `${env().baseUrl}/sell` });
});

test("a person who takes over an unverified account is asked to accept the terms again", async () => {
  await signUp("one");
  const owner = new Visitor();
  await owner.submit(code, "/auth/code", { intent: "send", to: "anna@example.com" });
  const [sent] = (await newestMail("anna@example.com"))?.text.match(/\b\d{6}\b/) ?? [];
  await owner.submit(code, "/auth/code", { intent: "sign-in", to: "anna@example.com", code: sent ?? "" });
  expect(await accepted()).toEqual([]);
  expect(await asked(owner)).toHaveLength(1);
});
