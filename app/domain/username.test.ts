import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { usernameFromEmail } from "./new-username.ts";
import { numbered, sellerPath, tidyUsername, USERNAME_MAX, usernameFault } from "./username.ts";

const COMBINING = fc.string({
  unit: fc.constantFrom("a", "e", " ", "\u0301", "\u0323", "\u0344", "\u00A0", "\u212B", "\uFE0F", "\uFFA0"),
});

// The time of `normalize` grows with the square of such a run: the second text would take half a minute.
test.each(["Ａ".repeat(401), `a${"\u0301".repeat(50_000)}${"\u0316".repeat(50_000)}`])(
  "that is far too long is refused as it is, and not normalized",
  (raw) => {
    expect(tidyUsername(raw) === raw).toBe(true);
    expect(usernameFault(tidyUsername(raw))).toBe("long");
  },
);

describe("a username", () => {
  test.each([
    ["Anna", null],
    ["Roger F.", null],
    ["José Ñandú", null],
    ["مضرب", null],
    ["ace🎾", null],
    ["李娜", null],
    ["", "required"],
    ["a", "short"],
    ["🎾", "short"],
    ["a".repeat(40), null],
    ["a".repeat(41), "long"],
    ["🎾".repeat(41), "long"],
    ["anna@home", "characters"],
    ["anna/home", "characters"],
    ["..", "characters"],
    ["...", null],
    ["anna\\home", "characters"],
    ["an\0na", "characters"],
    ["an\nna", "characters"],
    ["an\u200Bna", "characters"],
    ["an\u202Ena", "characters"],
    ["\u2066anna\u2069", "characters"],
    ["an\u00ADna", "characters"],
    ["an\uFEFFna", "characters"],
    ["\u3164\u3164", "characters"],
    ["an\u2800na", "characters"],
    ["an\uD800na", "characters"],
    ["\u0301anna", "characters"],
  ])("%j has the fault %s", (name, fault) => {
    expect(usernameFault(name)).toBe(fault);
  });

  test("is tidied: spaces around it are removed, and names that look the same become equal", () => {
    expect(tidyUsername("  anna  ")).toBe("anna");
    expect(tidyUsername("anna    b")).toBe("anna b");
    expect(tidyUsername("Ａｎｎａ")).toBe("Anna");
    expect(tidyUsername("anna\u00A0b")).toBe("anna b");
    expect(tidyUsername("Zoe\u0308")).toBe("Zo\u00EB");
    expect(tidyUsername("❤️❤️")).toBe("❤❤");
    expect(tidyUsername(" \t\n ")).toBe("");
  });

  test("stays the same when it is tidied twice", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), COMBINING), (raw) => {
        const once = tidyUsername(raw);
        expect(tidyUsername(once)).toBe(once);
      }),
    );
  });

  test("without a fault has 2 to 40 characters, no NUL and no lone surrogate", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (raw) => {
        const name = tidyUsername(raw);
        if (usernameFault(name)) return;
        const length = [...name].length;
        expect(length >= 2 && length <= 40 && !name.includes("\0") && name.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("the username that is made from an email address", () => {
  test.each([
    ["anna.smit@example.com", "anna.smit"],
    ["anna+tennis@example.com", "anna+tennis"],
    ["a@example.com", "user"],
    ["@example.com", "user"],
    ["", "user"],
    ["an/na@example.com", "anna"],
    ["\u202Eanna@example.com", "anna"],
    [`${"x".repeat(60)}@example.com`, "x".repeat(40)],
  ])("%j is %j", (email, name) => {
    expect(usernameFromEmail(email)).toBe(name);
  });

  test("never has a fault, whatever number is added", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 1e9 }), (email, attempt) => {
        expect(usernameFault(tidyUsername(numbered(usernameFromEmail(email), attempt)))).toBeNull();
      }),
    );
  });

  test("gets a number from the second attempt on", () => {
    expect(numbered("anna", 1)).toBe("anna");
    expect(numbered("anna", 2)).toBe("anna2");
    expect([...numbered("x".repeat(USERNAME_MAX), 12)]).toHaveLength(USERNAME_MAX);
  });
});

test.each([
  ["anna", "/sellers/anna"],
  ["Roger F.", "/sellers/Roger%20F."],
  ["50% off?", "/sellers/50%25%20off%3F"],
  ["big.data", "/sellers/big%2Edata"],
])("the seller page of %s is %s", (username, path) => {
  expect(sellerPath(username)).toBe(path);
  expect(decodeURIComponent(new URL(path, "https://second-serve.example").pathname)).toBe(
    `/sellers/${username}`,
  );
});
