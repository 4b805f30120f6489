// Migrations are append-only: a database that has applied a migration refuses a changed file.
import { describe, expect, test } from "vitest";
import { CONTRACTS, MIGRATIONS, type Migration, migrationsIn } from "#server/migrate.ts";
import { failureText, read } from "./source.ts";

type Listed = Pick<Migration, "name" | "checksum">;

/**
 * The list of all migrations that landed on main, in the format of `sha256sum`. A new one adds its line at the end, so
 * that two branches with a new migration conflict in git.
 */
const LIST = "db/migrations/checksums.txt";

/** Later ones say that they contract. */
const LAST_UNMARKED = "0028_shelves_inlined.sql";

const TAKES_AWAY =
  /\bdrop\s+(table|column|view|type|function|sequence)\b|\brename\b|\balter\s+(column\s+)?\w+\s+(type|set\s+data\s+type|set\s+not\s+null)\b|\badd\s+(constraint|check|unique)\b/i;

const lineOf = ({ name, checksum }: Listed) => `${checksum}  ${name}`;

function listed(text: string): Listed[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd().split("  "))
    .map(([checksum = "", name = ""]) => ({ name, checksum }));
}

function faultsOf(files: readonly Listed[], landed: readonly Listed[]): string[] {
  const last = landed.at(-1)?.name ?? "";
  const added = files.filter(({ name }) => !landed.some((one) => one.name === name));
  return [
    ...landed.flatMap(({ name, checksum }, index) => {
      const file = files.find((one) => one.name === name);
      const before = landed[index - 1]?.name ?? "";
      return [
        ...(name <= before ? [`${name} is listed after ${before}: lines are added at the end`] : []),
        ...(file ? [] : [`${name} landed and is gone: put it back`]),
        ...(file && file.checksum !== checksum
          ? [`${name} landed and was edited: put it back. Is it yours, and not on main? ${lineOf(file)}`]
          : []),
      ];
    }),
    ...added
      .filter(({ name }) => name < last)
      .map(({ name }) => `${name} comes before ${last}, which landed: give it the next number`),
    ...added.filter(({ name }) => name > last).map((file) => `add the line: ${lineOf(file)}`),
  ];
}

describe("migrations", () => {
  const migrations = migrationsIn(MIGRATIONS);

  test("are numbered in sequence", () => {
    const found = migrations
      .map(({ name }) => name)
      .filter(
        (name, index) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || Number(name.slice(0, 4)) !== index + 1,
      );
    expect(failureText("Name it NNNN_what_it_does.sql with the next number.", found)).toBe("");
  });

  test("that landed are unchanged, and new ones have higher numbers", () => {
    const found = faultsOf(migrations, listed(read(LIST)));
    expect(failureText(`${LIST} names every migration that landed, with its SHA-256.`, found)).toBe("");
  });

  test("that take something away say so in their first line", () => {
    const found = migrations
      .filter(({ name, sql }) => name > LAST_UNMARKED && TAKES_AWAY.test(sql) && !CONTRACTS.test(sql))
      .map(({ name }) => name);
    const advice = `Start it with "-- contracts: WHY", and land it a version after the code that no longer needs this.`;
    expect(failureText(advice, found)).toBe("");
  });

  test("do not begin, commit or roll back a transaction", () => {
    const found = migrations
      .filter(({ sql }) => /^\s*(begin|commit|rollback)\s*;/im.test(sql))
      .map(({ name }) => name);
    expect(failureText("Each file runs in one transaction already: take begin and commit out.", found)).toBe(
      "",
    );
  });
});

describe("the migrations are compared with the list of those that landed:", () => {
  const one = { name: "0001_one.sql", checksum: "a1" };
  const two = { name: "0002_two.sql", checksum: "b2" };

  test.each<[string, Listed[], Listed[], string[]]>([
    ["no difference", [one, two], [one, two], []],
    ["a new migration whose line is missing", [one, two], [one], ["add the line: b2  0002_two.sql"]],
    [
      "a new migration with a number before the last",
      [one, { name: "0002_aaa.sql", checksum: "c3" }, two],
      [one, two],
      ["0002_aaa.sql comes before 0002_two.sql, which landed: give it the next number"],
    ],
    [
      "an edited migration",
      [one, { ...two, checksum: "c3" }],
      [one, two],
      ["0002_two.sql landed and was edited: put it back. Is it yours, and not on main? c3  0002_two.sql"],
    ],
    [
      "a renumbered migration",
      [one, { name: "0003_two.sql", checksum: "b2" }],
      [one, two],
      ["0002_two.sql landed and is gone: put it back", "add the line: b2  0003_two.sql"],
    ],
    [
      "lines in the wrong order",
      [one, two],
      [two, one],
      ["0001_one.sql is listed after 0002_two.sql: lines are added at the end"],
    ],
  ])("%s", (_, files, landed, faults) => {
    expect(faultsOf(files, landed)).toEqual(faults);
  });
});
