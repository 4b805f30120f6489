import { beforeEach, describe, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader as caseLoader } from "./case.route.tsx";
import { action, loader } from "./new-case.route.tsx";
import { loader as reportLoader } from "./report.route.tsx";

let anna: Person;
let ben: Person;
let operator: Person;
let seller: Person;
let listing: { type: "racket"; id: string };

openDatabase(async () => {
  [anna, ben, operator] = [
    await staffPerson("moderator"),
    await staffPerson("moderator"),
    await staffPerson("operator"),
  ];
});
beforeEach(async () => {
  seller = await person("seller");
  listing = await racketOf(seller, { name: "Odd Blade" });
});

const path = (kind: string, subject: string) => `/moderation/cases/new?kind=${kind}&subject=${subject}`;
const open = ({ visitor }: { visitor: Visitor }, at = path("listing", listing.id)) =>
  visitor.open(loader, at);
const send = ({ visitor }: { visitor: Visitor }, at = path("listing", listing.id), fields = {}) =>
  visitor.submit(action, at, { reason: "scam", words: "The price is a trap.", ...fields });
const stranger = { visitor: new Visitor() };
const casesAbout = (id: string) =>
  db()
    .selectFrom("cases")
    .select(["id", "claimed_by", "severity", "person_id"])
    .where("subject_id", "=", id)
    .execute();
const mails = () => db().selectFrom("mails").select("id").execute();

describe("a case that nobody reported", () => {
  test("is opened and claimed by moderators and operators alone, logged, and mails nobody", async () => {
    const before = await mails();
    for (const who of [stranger, seller]) {
      expect(await open(who)).toMatchObject({ status: 404 });
      expect(await send(who)).toMatchObject({ status: 404 });
    }
    expect(await casesAbout(listing.id)).toEqual([]);
    expect((await open(anna)).data).toMatchObject({
      reported: { name: "Odd Blade" },
      open: null,
      own: false,
    });
    const sent = await send(anna);
    const [row] = await casesAbout(listing.id);
    expect(sent).toMatchObject({ status: 302, location: `/moderation/cases/${row?.id}` });
    expect(row).toMatchObject({
      claimed_by: anna.viewer.id,
      severity: 3,
      person_id: seller.viewer.id,
    });
    expect(await mails()).toEqual(before);
    const logged = await db()
      .selectFrom("staff_log")
      .select(["actor_id", "action", "facts"])
      .where("subject_id", "=", row?.id ?? "")
      .orderBy("id")
      .execute();
    expect(logged).toEqual([
      { actor_id: anna.viewer.id, action: "case_started", facts: { kind: "listing", reason: "scam" } },
      { actor_id: anna.viewer.id, action: "case_claimed", facts: {} },
    ]);
    const page = await anna.visitor.open(caseLoader, `/moderation/cases/${row?.id}`, { id: row?.id ?? "" });
    expect(page.data).toMatchObject({
      decides: true,
      reportList: [{ by: "Noticed by a moderator", words: "The price is a trap." }],
    });
    expect(await send(operator, path("person", seller.viewer.username))).toMatchObject({ status: 302 });
    expect(await casesAbout(seller.viewer.id)).toHaveLength(1);
  });

  test("joins the open case, also while another moderator works on it", async () => {
    const id = await caseAbout("listing", listing.id);
    expect((await open(ben)).data).toMatchObject({ open: `/moderation/cases/${id}` });
    await send(anna);
    expect(await send(ben)).toMatchObject({ status: 302, location: `/moderation/cases/${id}` });
    expect(await casesAbout(listing.id)).toMatchObject([{ id, claimed_by: anna.viewer.id }]);
  });

  test.each([{ reason: "" }, { reason: "insulting" }, { words: "x".repeat(2001) }])(
    "needs a reason of its kind: %j",
    async (fields) => {
      expect(await send(anna, undefined, fields)).toMatchObject({ status: 422 });
      expect(await casesAbout(listing.id)).toEqual([]);
    },
  );

  test("is about no moderator themselves, and about nothing that is not there", async () => {
    const own = path("person", anna.viewer.username);
    expect((await open(anna, own)).data).toMatchObject({ own: true });
    expect(await send(anna, own)).toMatchObject({ status: 403 });
    expect(await casesAbout(anna.viewer.id)).toEqual([]);
    for (const at of [
      path("bag", listing.id),
      path("listing", "nothing"),
      path("person", "nobody"),
      path("listing", anna.viewer.id),
    ])
      expect(await open(anna, at)).toMatchObject({ status: 404 });
  });

  test("about a message shows its text only in the case", async () => {
    const room = await openRoom(anna.viewer, listing);
    const { id } = await sendMessage(seller.viewer, room, {
      clientId: crypto.randomUUID(),
      message: "Pay by gift card",
    });
    const page = await open(ben, path("message", id));
    expect(JSON.stringify(page.data)).not.toContain("gift card");
    expect(await send(ben, path("message", id))).toMatchObject({ status: 302 });
    expect(await casesAbout(id)).toHaveLength(1);
  });
});

test("the page to report something leads moderators to a case, and nobody else", async () => {
  const at = `/report/listing/${listing.id}`;
  const seen = async ({ visitor }: { visitor: Visitor }) =>
    ((await visitor.open(reportLoader, at, { kind: "listing", id: listing.id })).data as { newCase: string })
      .newCase;
  expect(await seen(anna)).toBe(path("listing", listing.id));
  for (const who of [stranger, await person("buyer")]) expect(await seen(who)).toBeNull();
});
