import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { clearTexts } from "#app/features/moderation/retention.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { loader as chatPicture } from "#app/routes/chat/picture.route.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { action } from "./report.route.tsx";
import { loader as picture } from "./report-picture.route.ts";

let reporter: Person;
let moderator: Person;
let listing: string;

openDatabase(async (url) => {
  await startJobs(url, photoJobs);
  moderator = await staffPerson("moderator");
});
beforeEach(async () => {
  reporter = await person("reporter");
  listing = (await racketOf(await person("seller"))).id;
});

async function send(who: Visitor, files: readonly BlobPart[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ reason: "scam", words: "Look.", ...fields }))
    form.append(name, value);
  for (const file of files) form.append("pictures", new File([file], "shot.jpg", { type: "image/jpeg" }));
  return who.submit(action, `/report/listing/${listing}`, form, { kind: "listing", id: listing });
}

const reports = () =>
  db()
    .selectFrom("reports")
    .innerJoin("cases", "cases.id", "case_id")
    .select(["reports.id", "case_id", "pictures"])
    .where("subject_id", "=", listing)
    .execute();

async function cleanUpPhotos(): Promise<void> {
  await updateRows("photos", {}, { created_at: new Date(Date.now() - 2 * 86_400_000) });
  await jobHandlers["photos-sweep"]?.work({}, new AbortController().signal);
}

const photos = async () => (await findRows("photos", { user_id: reporter.viewer.id }, ["id"])).length;

test("pictures of a report are private, and each look of a moderator is logged", async () => {
  expect(await send(reporter.visitor, [await pictureFile(), await pictureFile()])).toMatchObject({
    status: 302,
  });
  const [report] = await reports();
  expect(report?.pictures).toHaveLength(2);
  const id = report?.id ?? "";
  const look = (who: Visitor, nth = "1") =>
    who.open(picture, `/moderation/reports/${id}/pictures/${nth}`, { id, nth });
  expect(await look(moderator.visitor)).toMatchObject({ status: 200 });
  expect(await look(moderator.visitor, "2")).toMatchObject({ status: 404 });
  for (const who of [reporter.visitor, new Visitor()]) expect(await look(who)).toMatchObject({ status: 404 });
  const logged = await findRows("staff_log", { action: "evidence_opened" }, ["actor_id", "subject_id"]);
  expect(logged).toEqual([{ actor_id: moderator.viewer.id, subject_id: report?.case_id }]);

  const address = photoUrl(report?.pictures[0] ?? "", 320);
  const [, digits = ""] = /photos\/(\w+)\//.exec(address) ?? [];
  const other = await moderator.visitor.open(chatPicture, address, { digits, file: "320.webp" });
  expect(other.status).toBe(404);
});

test.each([
  ["four pictures", 4, [], "Please choose at most 3 pictures."],
  ["a file that is no picture", 0, ["no picture"], /./],
])("pictures are refused at their field, and the text is kept: %s", async (_, count, others, text) => {
  const files = await Promise.all(Array.from({ length: count }, pictureFile));
  const answer = await send(reporter.visitor, [...files, ...others]);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(faultsIn(answer)?.pictures?.[0]).toMatch(text);
  expect(answer.data).toMatchObject({ result: { initialValue: { words: "Look." } } });
  expect(await reports()).toEqual([]);
});

test("a signed-out person reports without pictures", async () => {
  const sent = await send(new Visitor(), [await pictureFile()], { email: "someone@example.com" });
  expect(sent.status).toBe(302);
  expect((await reports()).map(({ pictures }) => pictures)).toEqual([[]]);
});

test("the case keeps its pictures until its texts are deleted, and the reporter can export them", async () => {
  await send(reporter.visitor, [await pictureFile()]);
  await cleanUpPhotos();
  expect(await photos()).toBe(1);
  const { reports } = await exportOf(reporter);
  expect(reports?.[0]).toMatchObject({ pictures: [expect.stringMatching(/^photos\/.+\.webp$/)] });

  await updateRows("cases", { subject_id: listing }, { state: "closed", closed_at: new Date() });
  await clearTexts(sql<boolean>`subject_id = ${listing}`, db());
  await cleanUpPhotos();
  expect(await photos()).toBe(0);
});
