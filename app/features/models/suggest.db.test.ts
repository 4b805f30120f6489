import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { db } from "#app/platform/db.server.ts";
import { loader } from "#app/routes/models/suggestions.route.ts";
import { importModels, loadModels, modelFiles } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { findRow } from "#tests/support/rows.ts";
import { catalogueFor } from "./catalogue.server.ts";
import type { ModelSuggestion } from "./view.ts";

const database = openDatabase();

async function suggest(query: string, client = "203.0.113.1") {
  const request = new Request(`http://shop.test/models.json?${query}`, {
    headers: { "x-client-ip": client },
  });
  const response = await loader({ request } as Parameters<typeof loader>[0]);
  return { response, models: (await response.json()) as ModelSuggestion[] };
}

describe("GET /models.json", () => {
  test("answers with no models before they are imported", async () => {
    expect((await suggest("type=racket&q=blade")).models).toEqual([]);
    await loadModels(database.url);
    expect((await suggest("type=racket&q=blade")).models).toHaveLength(8);
  });

  test("answers with the model's figures and the values that it fills into the sell form", async () => {
    const { response, models } = await suggest("type=racket&q=blade+98+v8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    expect(models).toEqual([
      {
        slug: "wilson-blade-98-16x19-v8-2021",
        brand: "Wilson",
        model: "Blade 98 16x19",
        generation: "v8 2021",
        title: "Wilson Blade 98 16x19 v8 2021",
        level: "adult",
        headsize: 98,
        length: 27,
        string_pattern: "16x19",
        strung_weight: 320,
        strung_balance: 327,
        swingweight: 317,
        stiffness: 61,
        beam: "21/21/21",
        fills: expect.objectContaining({ brand: "Wilson", headsize: "98", swingweight: "317" }),
      },
    ]);
  });

  test.each([
    "",
    "type=racket",
    "q=blade",
    "type=bag&q=blade",
    "type=constructor&q=blade",
    "type=racket&q=%00",
    "type=racket&q=%20",
  ])("answers the query %j with an empty list", async (query) => {
    const { response, models } = await suggest(query);
    expect(response.status).toBe(200);
    expect(models).toEqual([]);
  });

  test("searches by the beginning of a long query", async () => {
    const { models } = await suggest(`type=racket&q=${"pure+drive+".repeat(5_000)}`);
    expect(models[0]?.slug).toBe("babolat-pure-drive-2025");
  });

  test("answers with imported models immediately, and with no retired ones", async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { files } = await modelFiles();
      const rackets = (files["rackets.csv"] ?? "")
        .split("\n")
        .filter((line) => !line.startsWith("yonex-percept-97-2023"));
      await importModels(client, {
        files: { ...files, "rackets.csv": rackets.join("\n") },
        digest: "without",
      });
    } finally {
      await client.end();
    }
    const slugs = async () => (await suggest("type=racket&q=percept+97+2023")).models.map(({ slug }) => slug);
    expect(await slugs()).not.toContain("yonex-percept-97-2023");
    await loadModels(database.url);
    expect((await slugs())[0]).toBe("yonex-percept-97-2023");
    expect(
      await db().selectFrom("models").select("id").where("retired_at", "is not", null).execute(),
    ).toEqual([]);
  });

  test("limits how many requests it answers to one client", async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 605; n += 1)
      statuses.add((await suggest("type=bag&q=x", "203.0.113.9")).response.status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe("another database with the same data files", () => {
  beforeAll(() => catalogueFor(racket));
  openDatabase(loadModels);

  test("has the catalogue reloaded", async () => {
    const { id } = await findRow("models", { type: "racket" });
    expect((await catalogueFor(racket)).byId.has(id)).toBe(true);
  });
});
