import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { importModels, loadModels, modelFiles } from "./models-import.ts";

let client: pg.Client;

const database = openDatabase(async (url) => {
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

const current = () =>
  database.db
    .selectFrom("models")
    .select(["id", "slug"])
    .where("retired_at", "is", null)
    .orderBy("slug")
    .execute();
const modelOf = (slug: string) =>
  database.db.selectFrom("models").selectAll().where("slug", "=", slug).executeTakeFirst();

/** The shipped files without the rows that contain this text. */
async function without(text: string, digest: string) {
  const { files } = await modelFiles();
  const rackets = (files["rackets.csv"] ?? "").split("\n").filter((line) => !line.includes(text));
  return { files: { ...files, "rackets.csv": rackets.join("\n") }, digest };
}

/** These tests depend on their order. */
describe("importing models", () => {
  test("runs once, even when two servers start at the same time", async () => {
    const reports = await Promise.all([loadModels(database.url), loadModels(database.url)]);
    expect(reports.filter((report) => report !== null)).toEqual([
      { written: 1_557, retired: 0, total: 1_557 },
    ]);
    expect(await current()).toHaveLength(1_557);
    expect(await loadModels(database.url)).toBeNull();
    const blade = await modelOf("wilson-blade-98-16x19-v8-2021");
    expect(blade).toMatchObject({
      type: "racket",
      brand: "Wilson",
      name: "Blade 98 16x19",
      generation: "v8 2021",
      specs: { headsize: 98, string_pattern: "16x19", level: "adult" },
      confidence: "A",
    });
  });

  test("retires removed models, and restores them with the same id", async () => {
    const before = await current();
    const fewer = await without("wilson-blade-98-16x19-v8-2021", "fewer");
    expect(await importModels(client, fewer)).toEqual({ written: 0, retired: 1, total: 1_556 });
    expect((await modelOf("wilson-blade-98-16x19-v8-2021"))?.retired_at).not.toBeNull();
    expect(await loadModels(database.url)).toEqual({ written: 1, retired: 0, total: 1_557 });
    expect(await current()).toEqual(before);
  });

  test("changes nothing where a file has a fault", async () => {
    const { files } = await modelFiles();
    const duplicated = {
      ...files,
      "strings.csv": `${files["strings.csv"]}${files["strings.csv"]?.split("\n")[1]}\n`,
    };
    await expect(importModels(client, { files: duplicated, digest: "duplicated" })).rejects.toThrow(
      "strings.csv, row 492: slug is the same as in row 2",
    );
    expect(await current()).toHaveLength(1_557);
    expect(await loadModels(database.url)).toBeNull();
  });

  test("marks a new edition as not linked, so that all listings are linked again", async () => {
    await database.db.updateTable("model_editions").set({ linked_at: new Date() }).execute();
    await importModels(client, await without("yonex-ezone-100-2025", "another"));
    await loadModels(database.url);
    const edition = await database.db
      .selectFrom("model_editions")
      .select("linked_at")
      .orderBy("imported_at", "desc")
      .executeTakeFirst();
    expect(edition?.linked_at).toBeNull();
  });
});
