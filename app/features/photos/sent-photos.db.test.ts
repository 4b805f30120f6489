import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { photoJobs } from "./jobs.server.ts";
import { stopRendering } from "./renderer.server.ts";
import { FILES_FIELD } from "./rules.ts";
import { listingForm } from "./sent-photos.server.ts";

let seller: Person;

openDatabase((url) => startJobs(url, photoJobs));
afterAll(stopRendering);
beforeEach(async () => {
  seller = await person("seller");
});

const file = async (name: string) => new File([await pictureFile()], name);

async function read(...fields: readonly (readonly [string, string | File])[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  // A stream that is refused midway would end with an unhandled error of undici.
  const encoded = new Response(form);
  const { headers } = encoded;
  const body = await encoded.arrayBuffer();
  const request = new Request("http://localhost/sell/racket", { method: "POST", body, headers });
  return listingForm(request, seller.viewer, ["name", "photo"]);
}
const storedCount = async () => (await findRows("photos", { user_id: seller.viewer.id }, ["id"])).length;

describe("the form of a listing with files", () => {
  test("gets the ids of the stored photos after those that it has, and each picture once", async () => {
    const kept = await photoOf(seller);
    const one = await file("one.jpg");
    const result = await read(["name", "Blade"], ["photo", kept], [FILES_FIELD, one], [FILES_FIELD, one]);
    const photos = result?.form.getAll("photo") ?? [];
    expect([photos.length, photos[0], result?.faults]).toEqual([2, kept, []]);
    expect(result?.form.get("name")).toBe("Blade");
    const again = await read(["photo", String(photos[1])], [FILES_FIELD, one]);
    expect(again?.form.getAll("photo")).toEqual([photos[1]]);
    // A browser sends an empty file for a field without one.
    expect((await read([FILES_FIELD, new File([], "")]))?.form.getAll("photo")).toEqual([]);
  });

  test("says which files are no photos, and keeps the others", async () => {
    const text = new File(["no photo"], "notes.jpg");
    const result = await read([FILES_FIELD, text], [FILES_FIELD, await file("one.jpg")]);
    expect(result?.form.getAll("photo")).toHaveLength(1);
    expect(result?.faults).toEqual([expect.stringMatching(/^notes\.jpg: You can only add photos/)]);
  });

  test("stores nothing when there are too many files, or too heavy ones", async () => {
    const small = await file("one.jpg");
    const many = Array.from({ length: 21 }, () => [FILES_FIELD, small] as const);
    expect((await read(...many))?.faults).toEqual(["You can only upload up to 20 images in total"]);
    const heavy = new File([new Uint8Array(14 << 20)], "heavy.jpg");
    const three = Array.from({ length: 3 }, () => [FILES_FIELD, heavy] as const);
    await expect(read(...three)).rejects.toMatchObject({
      status: 422,
      message: "These photos are larger than 40 MB together. Please go back and choose fewer.",
    });
    expect(await storedCount()).toBe(0);
  });

  test("does not count photos of other people", async () => {
    const theirs = await photoOf(await person("stranger"));
    // The command refuses it later; the form is shown again without it.
    expect((await read(["photo", theirs], [FILES_FIELD, await file("one.jpg")]))?.faults).toEqual([]);
    expect(await storedCount()).toBe(1);
  });
});
