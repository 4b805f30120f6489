import { beforeEach, describe, expect, test } from "vitest";
import { FEEDS_JOB } from "#app/features/stock/feeds/jobs.server.ts";
import { unsealed } from "#app/features/stock/feeds/password.server.ts";
import { MAX_FEEDS } from "#app/features/stock/feeds/rules.ts";
import { FEEDS_PATH, feedPath } from "#app/features/stock/feeds/view.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow, findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import { faultsIn, refusal, Visitor } from "#tests/support/visitor.ts";
import { action as change, loader as look } from "./feed.route.tsx";
import { action as add, loader as list } from "./feeds.route.tsx";

const NOTHING = "00000000-0000-7000-8000-000000000000";
const FORM = { url: "https://shop.example/stock.csv", every_hours: "6", username: "me", password: "s3cret" };

let owner: Person;
let stranger: Person;
let feed: string;

openDatabase(async (url) => {
  await startJobs(url, { [FEEDS_JOB]: { once: true, async work() {} } });
  stranger = await person("stranger");
});
beforeEach(async () => {
  owner = await person("owner");
  const added = await owner.visitor.submit(add, FEEDS_PATH, FORM);
  feed = String(added.location).split("/").at(-1) ?? "";
});

const open = (visitor: Visitor, id = feed) => visitor.open(look, feedPath(id), { id });
const send = (visitor: Visitor, fields: Record<string, string>, id = feed) =>
  visitor.submit(change, feedPath(id), fields, { id });
const row = () => findRow("feeds", { id: feed });

describe("the feeds of a person", () => {
  test("are shown to their owner, and nobody sees the password again", async () => {
    const listed = await owner.visitor.open(list, FEEDS_PATH);
    expect(listed.data).toMatchObject({
      feeds: [{ id: feed, host: "shop.example", everyHours: 6, runs: [] }],
    });
    const page = await open(owner.visitor);
    expect(page.data).toMatchObject({ feed: { username: "me", hasPassword: true, state: "active" } });
    expect(JSON.stringify([listed.data, page.data])).not.toContain("s3cret");
    const { password } = await row();
    expect(password).not.toContain("s3cret");
    expect(await unsealed(password ?? "")).toBe("s3cret");
  });

  test("are shown to nobody else", async () => {
    expect((await stranger.visitor.open(list, FEEDS_PATH)).data).toEqual({ feeds: [] });
    for (const id of [feed, NOTHING, "x"]) expect((await open(stranger.visitor, id)).status).toBe(404);
    expect((await open(new Visitor())).location).toMatch(/^\/auth\?next=/);
    expect((await new Visitor().open(list, FEEDS_PATH)).location).toMatch(/^\/auth\?next=/);
  });

  test("are changed by nobody else", async () => {
    const before = await row();
    for (const fields of [
      { intent: "save", ...FORM },
      { intent: "delete" },
      { intent: "run" },
      { intent: "pause" },
    ]) {
      expect((await send(stranger.visitor, fields)).status).toBe(404);
      expect((await send(new Visitor(), fields)).location).toMatch(/^\/auth/);
    }
    expect((await new Visitor().submit(add, FEEDS_PATH, FORM)).location).toMatch(/^\/auth/);
    expect(await row()).toEqual(before);
  });

  test("are at most five", async () => {
    for (let n = 1; n < MAX_FEEDS; n += 1)
      await insertRow("feeds", { ...(await row()), id: crypto.randomUUID() });
    const refused = await owner.visitor.submit(add, FEEDS_PATH, FORM);
    expect(refused).toMatchObject(refusal(409, "You can have up to 5 feeds. Delete one first."));
  });

  test("are exported without their password, and deleted with their owner's account", async () => {
    await insertRow("feed_runs", {
      feed_id: feed,
      state: "failed",
      fault: "timeout",
      finished_at: new Date(),
    });
    const json = await exportOf(owner);
    expect(json).toMatchObject({
      feeds: [{ id: feed, url: FORM.url, usernameThere: "me", everyHours: 6 }],
      feedRuns: [{ feed, state: "failed", fault: "timeout" }],
    });
    expect(JSON.stringify(json)).not.toContain((await row()).password);
  });
});

describe("the form of a feed", () => {
  test.each([
    ["url", ""],
    ["url", "stock.csv"],
    ["url", "ftp://shop.example/stock.csv"],
    ["url", "https://me:secret@shop.example/stock.csv"],
    ["url", "HTTP://shop.example/stock.csv"],
    ["url", `https://shop.example/${"x".repeat(2_000)}`],
    ["every_hours", "0"],
    ["every_hours", "25"],
    ["every_hours", "1.5"],
    ["every_hours", "often"],
    ["username", "a:b"],
    ["username", "a\r\nb"],
    ["password", "x".repeat(201)],
  ])("refuses the %s %j", async (name, value) => {
    const answer = await owner.visitor.submit(add, FEEDS_PATH, { ...FORM, [name]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(faultsIn(answer) ?? {})).toEqual([name]);
  });

  test("takes an http address without a username and a password", async () => {
    const plain = { ...FORM, url: "http://shop.example/stock.csv", username: "", password: "" };
    expect((await owner.visitor.submit(add, FEEDS_PATH, plain)).location).toMatch(FEEDS_PATH);
    const readable = await send(owner.visitor, { ...plain, intent: "save", username: "me" });
    expect(Object.keys(faultsIn(readable) ?? {})).toEqual(["url"]);
  });

  test("keeps the password when none is typed, and forgets it with the username", async () => {
    const { password } = await row();
    await send(owner.visitor, { ...FORM, intent: "save", password: "", every_hours: "1" });
    expect(await row()).toMatchObject({ every_hours: 1, password });
    await send(owner.visitor, { ...FORM, intent: "save", username: "", password: "" });
    expect(await row()).toMatchObject({ username: null, password: null });
  });

  test("does not send the password to another host without asking, and forgets what the old file was", async () => {
    await updateRows("feeds", { id: feed }, { etag: '"1"', digest: "x" });
    const moved = { ...FORM, intent: "save", url: "https://evil.example/stock.csv" };
    const refused = await send(owner.visitor, { ...moved, password: "" });
    expect(Object.keys(faultsIn(refused) ?? {})).toEqual(["password"]);
    expect(await row()).toMatchObject({ url: FORM.url, etag: '"1"' });
    await send(owner.visitor, moved);
    expect(await row()).toMatchObject({ url: moved.url, etag: null, digest: null });
  });

  test("pauses, resumes, runs and deletes a feed", async () => {
    await send(owner.visitor, { intent: "pause" });
    expect((await row()).state).toBe("paused");
    await send(owner.visitor, { intent: "resume" });
    await updateRows("feeds", { id: feed }, { next_at: new Date(Date.now() + 3_600_000) });
    await send(owner.visitor, { intent: "run" });
    const { state, next_at } = await row();
    expect([state, next_at.getTime() <= Date.now()]).toEqual(["active", true]);
    expect((await send(owner.visitor, { intent: "delete" })).location).toBe(FEEDS_PATH);
    expect(await findRows("feeds", { id: feed }, ["id"])).toEqual([]);
    expect((await send(owner.visitor, { intent: "run" })).status).toBe(404);
  });

  test("refuses to run a feed that waits for an answer, and an answer that nobody asked for", async () => {
    expect((await send(owner.visitor, { intent: "nonsense" })).status).toBe(400);
    await updateRows("feeds", { id: feed }, { state: "asking" });
    expect((await send(owner.visitor, { intent: "run" })).status).toBe(409);
    await updateRows("feeds", { id: feed }, { state: "paused" });
    expect((await send(owner.visitor, { intent: "withdraw" })).status).toBe(409);
  });
});
