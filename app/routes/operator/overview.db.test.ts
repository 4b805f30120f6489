import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { loader } from "./overview.route.tsx";

let operator: Person;

openDatabase(async (url) => {
  operator = await staffPerson("operator");
  await startJobs(url, {});
});

interface Overview {
  readonly series: readonly { kind: string; total: string; heights: readonly number[] }[];
  readonly totals: readonly { label: string; value: string }[];
  readonly health: readonly { label: string; good: boolean; text: string }[];
}

const overview = async () => (await operator.visitor.open(loader, "/operator")).data as Overview;

test("the overview has counts by day for the last 30 days, and current totals", async () => {
  const seller = await person("seller");
  await racketOf(seller);
  await racketOf(seller, { listedAt: new Date(Date.now() - 40 * 86_400_000) });
  const id = await caseAbout("person", seller.viewer.username);
  const before = await overview();
  const of = (kind: string) => before.series.find((one) => one.kind === kind);
  expect(of("listings")).toMatchObject({ total: "1", heights: [...Array(29).fill(0), 1] });
  expect(of("reports")?.total).toBe("1");
  expect(before.totals).toEqual(
    expect.arrayContaining([
      { label: "Listings for sale", value: "2" },
      { label: "Cases to decide", value: "1" },
      { label: "Usual time from report to decision", value: "None" },
    ]),
  );
  const closed = new Date();
  await updateRows(
    "cases",
    { id },
    { state: "closed", closed_at: closed, opened_at: new Date(closed.getTime() - 5 * 3_600_000) },
  );
  expect((await overview()).totals).toContainEqual({
    label: "Usual time from report to decision",
    value: "5 h",
  });
});

const mail = async () => (await overview()).health.find(({ label }) => label === "Email");

test("mail is shown as a problem when more mails were refused than sent, or when one was given up", async () => {
  configure({ ...env(), smtpUrl: "smtp://127.0.0.1" });
  const end = (outcome: string) => insertRows("outgoing_mails", { outcome, ended_at: new Date() });
  await end("sent");
  await end("refused");
  expect(await mail()).toMatchObject({
    good: true,
    text: expect.stringContaining("Not delivered in 7 days: 1"),
  });
  await end("refused");
  expect(await mail()).toMatchObject({ good: false });
  await end("sent");
  expect(await mail()).toMatchObject({ good: true });
  await end("unsent");
  expect(await mail()).toMatchObject({
    good: false,
    text: expect.stringContaining("Not delivered in 7 days: 3"),
  });
  await db().deleteFrom("outgoing_mails").execute();
});

test("mail that waits too long is shown as a problem", async () => {
  expect(await mail()).toMatchObject({ good: true });
  await insertRows("outgoing_mails", {
    recipient: "a@b.example",
    subject: "s",
    text: "t",
    html: "h",
    created_at: new Date(Date.now() - 3_600_000),
  });
  expect(await mail()).toMatchObject({ good: false, text: expect.stringContaining("1 hr ago") });
});
