import { beforeEach, describe, expect, test } from "vitest";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { pictureFaultText } from "#app/features/stock/pictures/fault-text.ts";
import { PICTURE_FAULTS, type PictureFault } from "#app/features/stock/pictures/faults.ts";
import { pictureCounts, pictureStates } from "#app/features/stock/pictures/queries.server.ts";
import { listingPicturesPath, PICTURES_PATH, uploadPicturesPath } from "#app/features/stock/pictures/view.ts";
import { env } from "#app/platform/env.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { orderPicturesFor, ordersOf, uploadOf } from "#tests/support/picture-orders.ts";
import { updateRows } from "#tests/support/rows.ts";
import { type Outcome, Visitor } from "#tests/support/visitor.ts";
import { loader as detail } from "../listings/detail.route.tsx";
import { action, loader } from "./pictures.route.ts";
import { loader as uploadLoader } from "./upload-pictures.route.ts";

const NOTHING = "00000000-0000-7000-8000-000000000000";
const NOT_FOUND = "This no longer exists, or it is not yours.";
let owner: Person;
let stranger: Person;
let racket: ListingKey;
let upload: string;

openDatabase(async () => {
  stranger = await person("stranger");
});
beforeEach(async () => {
  owner = await person("owner");
  racket = await racketOf(owner, { name: "Blade <98>" });
  upload = await uploadOf(owner);
  await orderPicturesFor(
    owner,
    racket,
    ["http://a.example/1.jpg", "http://a.example/2.jpg", "http://a.example/3.jpg"],
    upload,
  );
  await failed(0, "private_address");
  await failed(1, "not_found");
});

async function failed(position: number, fault: PictureFault): Promise<void> {
  await updateRows(
    "picture_orders",
    { listing_id: racket.id, position },
    { state: "failed", fault, tries: 1 },
  );
}

const bodyOf = ({ data }: Outcome): unknown => JSON.parse(String(data));
const FAILED = [
  {
    url: "http://a.example/1.jpg",
    reason: "The link leads to a private network. Use one that everyone can open.",
  },
  { url: "http://a.example/2.jpg", reason: "There is nothing at this link." },
];
const pathOf = ({ id }: ListingKey) => `/rackets/${id}`;
const statesOf = async () => (await ordersOf(racket)).map(({ state }) => state);

describe("the progress of a listing's pictures", () => {
  test("is shown to its owner", async () => {
    const answer = await owner.visitor.open(loader, listingPicturesPath(racket));
    expect([answer.status, bodyOf(answer)]).toEqual([200, { waiting: 1, failed: FAILED }]);
    const bare = await owner.visitor.open(loader, listingPicturesPath(await racketOf(owner)));
    expect(bodyOf(bare)).toEqual({ waiting: 0, failed: [] });
  });

  test("is shown to nobody else", async () => {
    expect((await new Visitor().open(loader, listingPicturesPath(racket))).status).toBe(401);
    for (const key of [
      racket,
      { type: "racket", id: NOTHING },
      { type: "racket", id: "x" },
      { type: "car", id: NOTHING },
    ]) {
      const answer = await stranger.visitor.open(loader, listingPicturesPath(key));
      expect(answer.status).toBe(404);
      expect(bodyOf(answer)).toMatchObject({ message: NOT_FOUND });
    }
    const odd = `${PICTURES_PATH}?type=%00&id=${racket.id}`;
    expect((await owner.visitor.open(loader, odd)).status).toBe(404);
  });
});

test("a listing whose pictures failed shows its placeholder, and the reason to its owner alone [M7.25]", async () => {
  const shown = async (visitor: Visitor) =>
    (await visitor.open(detail, pathOf(racket), { id: racket.id })).data as Record<string, unknown>;
  expect(await shown(owner.visitor)).toMatchObject({
    pictures: { waiting: 1, failed: FAILED },
    listing: { photo: { drawing: categoryOfType("racket")?.drawing }, photos: [] },
  });
  for (const visitor of [stranger.visitor, new Visitor()]) {
    expect(await shown(visitor)).toMatchObject({
      pictures: null,
      listing: { photo: { drawing: categoryOfType("racket")?.drawing }, photos: [] },
    });
  }
  const fine = await racketOf(owner);
  const page = (await owner.visitor.open(detail, pathOf(fine), { id: fine.id })).data;
  expect(page).toMatchObject({ pictures: null });
});

describe("the failed pictures of an upload", () => {
  const open = (visitor: Visitor, id = upload) => visitor.open(uploadLoader, uploadPicturesPath(id), { id });

  test("are shown to the person who sent the file, with their listings", async () => {
    const path = pathOf(racket);
    expect(bodyOf(await open(owner.visitor))).toEqual({
      waiting: 1,
      failed: FAILED.map((one) => ({ ...one, name: "Blade <98>", path })),
      more: 0,
    });
    expect((await pictureCounts([upload, NOTHING])).get(upload)).toEqual({ waiting: 1, done: 0, failed: 2 });
    expect((await pictureStates([racket])).get(`racket/${racket.id}`)).toEqual({
      waiting: 1,
      done: 0,
      failed: 2,
    });
  });

  test("are at most a hundred, with the number of those that are left out", async () => {
    for (let n = 0; n < 6; n += 1) {
      const urls = Array.from({ length: 20 }, (_, at) => `http://a.example/${n}-${at}.jpg`);
      await orderPicturesFor(owner, await racketOf(owner), urls, upload);
    }
    await updateRows("picture_orders", { upload_id: upload }, { state: "failed", fault: "timeout" });
    const answer = bodyOf(await open(owner.visitor)) as { failed: unknown[]; more: number };
    expect([answer.failed.length, answer.more]).toEqual([100, 23]);
  });

  test("are shown to nobody else", async () => {
    expect((await open(new Visitor())).status).toBe(401);
    for (const id of [upload, NOTHING, "x"]) expect((await open(stranger.visitor, id)).status).toBe(404);
  });
});

describe("failed pictures can be fetched again", () => {
  const STARTED = { ok: true, toast: { title: "The photos are being downloaded again" } };
  const refusal = (message: string) => ({
    message,
    toast: { title: "Error", description: message, tone: "danger" },
  });

  test("by their owner: those of a listing, or those of a whole upload", async () => {
    const answer = await owner.visitor.submit(action, PICTURES_PATH, { ...racket });
    expect(answer).toMatchObject({ status: 200, data: STARTED });
    expect(await ordersOf(racket)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: "waiting", fault: null, tries: 0 })),
    );
    await failed(2, "timeout");
    const whole = await owner.visitor.submit(action, PICTURES_PATH, { upload });
    expect(whole).toMatchObject({ status: 200, data: STARTED });
    expect(await statesOf()).toEqual(["waiting", "waiting", "waiting"]);
  });

  test("by nobody else", async () => {
    const signedOut = await new Visitor().submit(action, PICTURES_PATH, { ...racket });
    expect(signedOut).toMatchObject({
      status: 401,
      data: refusal("You are signed out. Sign in again to see your photos."),
    });
    const nonsense: Record<string, string>[] = [
      { ...racket },
      { upload },
      { upload: "x" },
      { upload: NOTHING },
      { type: "racket", id: "x" },
    ];
    for (const fields of nonsense) {
      const answer = await stranger.visitor.submit(action, PICTURES_PATH, fields);
      expect(answer).toMatchObject({ status: 404, data: refusal(NOT_FOUND) });
    }
    const empty = await stranger.visitor.submit(action, PICTURES_PATH, {});
    expect(empty).toMatchObject({ status: 422, data: refusal(NOT_FOUND) });
    expect(await statesOf()).toEqual(["failed", "failed", "waiting"]);
  });

  test("from a page without JavaScript, with a message", async () => {
    const headers = { "sec-fetch-mode": "navigate", referer: `${env().baseUrl}${pathOf(racket)}` };
    const navigate = (visitor: Visitor) =>
      visitor.run(
        action,
        visitor.request(PICTURES_PATH, { method: "POST", body: new URLSearchParams({ ...racket }), headers }),
      );
    const back = await navigate(owner.visitor);
    expect([back.status, back.location]).toEqual([302, pathOf(racket)]);
    expect(decodeURIComponent(back.headers.get("set-cookie") ?? "")).toContain(
      "The photos are being downloaded again",
    );
    const refused = await navigate(stranger.visitor);
    expect(refused.location).toBe(pathOf(racket));
    expect(decodeURIComponent(refused.headers.get("set-cookie") ?? "")).toContain(NOT_FOUND);
    const out = await navigate(new Visitor());
    expect(out.location).toBe(`/auth?next=${encodeURIComponent(pathOf(racket))}`);
  });

  test("only up to a rate limit", async () => {
    for (let n = 0; n < 30; n += 1) await owner.visitor.submit(action, PICTURES_PATH, { upload });
    await failed(0, "timeout");
    const answer = await owner.visitor.submit(action, PICTURES_PATH, { upload });
    expect(answer).toMatchObject({
      status: 429,
      data: refusal(expect.stringContaining("Too many attempts")),
    });
    expect((await statesOf())[0]).toBe("failed");
  });
});

test("every fault of a picture has its own sentence", () => {
  const sentences = PICTURE_FAULTS.map(pictureFaultText);
  expect(new Set(sentences).size).toBe(PICTURE_FAULTS.length);
});

test("a retry without JavaScript and without the page of its form leads to the page of the stock", async () => {
  const { visitor } = owner;
  const headers = { "sec-fetch-mode": "navigate" };
  const body = new URLSearchParams({ upload });
  const sent = visitor.request(PICTURES_PATH, { method: "POST", headers, body });
  expect(await visitor.run(action, sent)).toMatchObject({ status: 302, location: PICTURES_PATH });
  expect(await visitor.run(loader, visitor.request(PICTURES_PATH, { headers }))).toMatchObject({
    status: 302,
    location: "/sell/business",
  });
});
