import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { locate, locateListing } from "#app/features/listings/places.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { loadPostalCodes } from "./postal-codes.ts";
import { textsOf } from "./postal-files.ts";
import { type ImportReport, importPostalText } from "./postal-import.ts";

let client: pg.Client;
let folder: string;

const database = openDatabase(async (url) => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-postal-"));
  client = new pg.Client({ connectionString: url });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await client.query("delete from postal_codes where not shipped");
});

const line = (country: string, code: string, latitude: number | string, longitude: number, place = "Place") =>
  `${country}\t${code}\t${place}\tArea\t01\t\t\t\t\t${latitude}\t${longitude}\t6\n`;

async function importText(text: string | Buffer, signal = new AbortController().signal, wrote = () => {}) {
  const file = path.join(folder, "codes.txt");
  writeFileSync(file, text);
  const reports: ImportReport[] = [];
  for await (const one of textsOf(file))
    reports.push(await importPostalText(client, one, { signal, read: () => {}, wrote }));
  return reports[0]!;
}

const known = async () => {
  const { rows } = await client.query(
    "select country, code, place, latitude, longitude from postal_codes where not shipped order by country, code",
  );
  return rows;
};

describe("importing a GeoNames file", () => {
  test("locates a code with several places at their centre, wherever they are in the file", async () => {
    const report = await importText(
      line("FR", "01400", 46.1, 5.0, "Condeissiat") +
        line("DE", "10117", 52.5, 13.4, "Berlin") +
        line("FR", "01400", 46.3, 5.1, "Châtillon") +
        line("FR", "01400", 46.2, 4.9, "Châtillon"),
    );
    expect(report).toMatchObject({ rows: 4, codes: 2, changed: 2, faulty: 0 });
    expect(await known()).toEqual([
      { country: "DE", code: "10117", place: "Berlin", latitude: 52.5, longitude: 13.4 },
      {
        country: "FR",
        code: "01400",
        place: "Châtillon",
        latitude: expect.closeTo(46.2, 6),
        longitude: expect.closeTo(5, 6),
      },
    ]);
  });

  test("locates a searcher by the exact code, and a listing by its postal area [M7.9]", async () => {
    await importText(
      line("NL", "1071 DJ", 52.358, 4.88) +
        line("NL", "1071 AA", 52.362, 4.884) +
        line("GB", "E1 1AA", 51.515, -0.07) +
        line("GB", "E11 1AA", 51.57, 0.01),
    );
    expect(await locate("NL", "1071DJ")).toMatchObject({ latitude: 52.358, longitude: 4.88 });
    const area = { latitude: expect.closeTo(52.36, 6), longitude: expect.closeTo(4.882, 6) };
    expect(await locateListing({ country: "NL", postalCode: "1071DJ" })).toMatchObject(area);
    // The code E1 1ZZ is unknown. It gets the position of E1, not of E11.
    expect(await locate("GB", "E11ZZ")).toMatchObject({ latitude: 51.515, longitude: -0.07 });
  });

  test("uses the coordinates of an area from the file when the file has them", async () => {
    await importText(line("GB", "SW19 5AE", 51.44, -0.2) + line("GB", "SW19", 51.42, -0.21));
    expect(await locateListing({ country: "GB", postalCode: "SW195AE" })).toMatchObject({
      latitude: 51.42,
      longitude: -0.21,
    });
  });

  test("reports faulty rows by line, counts rows of other countries, and imports the rest", async () => {
    const report = await importText(
      `\uFEFF${line("NL", "1012", 52.37, 4.89)}\nBE\t1000\n${line("NL", "10", 52, 4)}${line("BE", "1000", 50.8, 4.3)}${line("LU", "1009", 49.6, 6.1)}${line("BE", "1020", 50.9, 4.3)}${line("DE", "10117", "north", 13)}${line("DE", "10115", 52.53, 13.38).trimEnd()}`,
    );
    expect(report).toMatchObject({ rows: 8, codes: 2, changed: 2, faulty: 3 });
    expect(report.faults).toEqual([
      { line: 3, reason: "it has too few columns between tabs (2 of 11)" },
      { line: 4, reason: '"10" is no postal code of NL' },
      { line: 8, reason: '"north" is not a latitude' },
    ]);
    expect([...report.foreign]).toEqual([
      ["BE", 2],
      ["LU", 1],
    ]);
    expect((await known()).map(({ code }) => code)).toEqual(["10115", "1012"]);
  });

  test("reports the first of very many faults, and counts all", async () => {
    const report = await importText("nonsense\n".repeat(5_000));
    expect(report).toMatchObject({ rows: 5_000, faulty: 5_000, codes: 0 });
    expect(report.faults).toHaveLength(20);
  });

  test("reports a file without line ends as one fault, without holding it in memory", async () => {
    const report = await importText(Buffer.alloc(3_000_000, "x"));
    expect(report.faults).toEqual([{ line: 1, reason: "the line has more than 4000 characters" }]);
  });

  test("changes nothing when it is repeated, and replaces the data of an earlier edition", async () => {
    const text = line("DE", "10117", 52.5, 13.4) + line("DE", "10119", 52.53, 13.41);
    await importText(text);
    expect((await importText(text)).changed).toBe(0);
    const report = await importText(line("DE", "10117", 52.51, 13.39));
    expect(report).toMatchObject({ codes: 1, changed: 1 });
    expect((await known()).map(({ latitude }) => latitude)).toEqual([52.51, 52.53]);
  });

  test("keeps its coordinates when the shipped codes are loaded", async () => {
    await importText(line("FR", "97133", 17.91, -62.86, "Gustavia"));
    await loadPostalCodes(database.url);
    expect(await locate("FR", "97133")).toMatchObject({ latitude: 17.91, longitude: -62.86 });
  });

  test("is complete after the next run when it was interrupted between two transactions", async () => {
    const codes = Array.from({ length: 12_000 }, (_, index) => String(10_000 + index));
    const text = codes.map((code) => line("DE", code, 51, 10)).join("");
    const cut = new AbortController();
    await expect(importText(text, cut.signal, () => cut.abort())).rejects.toThrow();
    expect(await known()).toHaveLength(5_000);
    const report = await importText(text);
    expect(report).toMatchObject({ codes: 12_000, changed: 7_000 });
    expect((await known()).map(({ code }) => code)).toEqual(codes);
  });
});
