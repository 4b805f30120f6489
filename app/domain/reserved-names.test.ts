import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { CATEGORIES } from "./categories/registry.ts";
import { newUsernameFault } from "./new-username.ts";
import { imitatesShop, isReservedName, mixesScripts } from "./reserved-names.ts";

describe("reserved names", () => {
  test.each([
    ...["admin", "ADMIN", "Admin 2", "adm1n", "a.d.m.i.n", "Ádmin", "support", "5upport_24"],
    ...["Second Serve", "second-serve", "SecondServe1", "Moderator", "M0derator", "profile"],
    ...["Recently Viewed", "0197f3a2-7c1e-7b1a-9c5e-0123456789ab", "0197F3A27C1E7B1A9C5E0123456789AB"],
    ...["Deleted user", "Gelöschter Nutzer"],
  ])("include %s", (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  test.each([
    "Anna",
    "anna2",
    "Adminka",
    "supporter",
    "Serena",
    "user",
    "user2",
    "lukas.k",
    "太郎",
    "🎾🎾",
    "42",
  ])("do not include %s", (name) => {
    expect(newUsernameFault(name)).toBeNull();
  });

  test("include the first part of every path of the shop", () => {
    const paths = (entries: readonly RouteConfigEntry[]): string[] =>
      entries.flatMap(({ path, children }) => (path === undefined ? paths(children ?? []) : [path]));
    const own = new Set(CATEGORIES.flatMap(({ type, plural }) => [type, plural]));
    const first = [...paths(routes), "healthz", "readyz", "metrics", "events"]
      .map((path) => path.split("/").find((part) => part !== "") ?? "")
      .filter((part) => /^[a-z]/i.test(part) && !own.has(part));
    const fix = "Write these into PATHS in app/domain/reserved-names.ts";
    expect(
      first.filter((part) => !isReservedName(part)),
      fix,
    ).toEqual([]);
  });
});

test.each([
  ["wіlson", true],
  ["Αnna", true],
  ["anna", false],
  ["Анна", false],
  ["Ελένη 2", false],
  ["太郎 Taro", false],
])("%s mixes scripts: %s", (name, mixes) => {
  expect(mixesScripts(name)).toBe(mixes);
});

describe("a name that imitates the shop", () => {
  test.each([
    "SecondServe Payments",
    "the.second.serve",
    "2nd Serve team",
    "sec0ndserve_help",
    "Secondserv",
    "second-servce",
    "anna support",
    "tennis_helpdesk",
    "m0derator.tom",
    "ꜱᴇᴄᴏɴᴅ ꜱᴇʀᴠᴇ team",
    "ѕесопԁ ѕегѵе",
    "anna official",
  ])("is %s", (name) => {
    expect(imitatesShop(name)).toBe(true);
  });

  test.each([
    "anna",
    "Secondhand Anna",
    "serve and volley",
    "first.serve",
    "SecondSet",
    "supporter",
    "Adminka",
    "tennis service",
    "secret server",
    "Ace",
  ])("is not %s", (name) => {
    expect(imitatesShop(name)).toBe(false);
  });
});
