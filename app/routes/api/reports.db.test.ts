import { beforeEach, expect, test } from "vitest";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";

let seller: Person;
let api: ApiClient;
let listing: { id: string };

openDatabase();
beforeEach(async () => {
  seller = await person("seller");
  api = await apiAs(await person("reporter"));
  listing = await racketOf(seller, { name: "Fake Blade" });
});

const report = (body: object, who = api) =>
  who("POST", "/reports", {
    body: { subject_kind: "listing", subject_id: listing.id, reason: "counterfeit", ...body },
  });

const casesAbout = () => findRows("cases", { person_id: seller.viewer.id }, ["subject_kind", "state"]);

test("a listing and a person are reported, each once by the same person", async () => {
  expect(await report({ words: "The throat is wrong." })).toMatchObject({
    status: 201,
    body: { is_new: true },
  });
  expect(await report({ reason: "scam" })).toMatchObject({ status: 200, body: { is_new: false } });
  const theSeller = { subject_kind: "person", subject_id: seller.viewer.username, reason: "scam" };
  expect(await report(theSeller)).toMatchObject({ status: 201 });
  expect(await casesAbout()).toEqual(
    expect.arrayContaining([
      { subject_kind: "listing", state: "open" },
      { subject_kind: "person", state: "open" },
    ]),
  );
});

test("nothing is stored of what nobody may report, or for a reason of another kind", async () => {
  expect(await report({}, await apiAs(seller))).toMatchObject({
    status: 403,
    body: { reason: "report_own" },
  });
  for (const subject_id of ["1", "01981f2a-7c3e-7a4b-8f21-3d5e6a7b8c9d", ""])
    expect(await report({ subject_id })).toMatchObject({ status: 404, body: { reason: "report_gone" } });
  expect(await report({ reason: "impersonation" })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "body.reason" }] },
  });
  expect((await report({ words: "x".repeat(2_001) })).body.errors).toMatchObject([{ field: "body.words" }]);
  expect((await report({ subject_kind: "shop" })).status).toBe(422);
  expect((await report({ email: "a@example.com" })).status).toBe(422);
  expect((await report({}, await apiAs(null))).status).toBe(401);
  expect((await report({}, await apiAs(await person("reader"), ["messages:read"]))).status).toBe(403);
  expect(await casesAbout()).toEqual([]);
});
