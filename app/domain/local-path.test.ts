import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeNext, withNext } from "./local-path.ts";

describe("the path after signing in", () => {
  test.each(["/", "/sell", "/rackets?brand=Wilson&page=2", "/rackets/1#photos", "/@anna"])(
    "is kept when it is %s",
    (path) => {
      expect(safeNext(path)).toBe(path);
    },
  );

  test.each([
    null,
    undefined,
    "",
    "sell",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "https:evil.example",
    "https://evil.example",
    "HTTPS://evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "/sell\r\nset-cookie: a=b",
    "/auth",
    "/auth?next=/sell",
    "/auth/verify?token=x",
    "/sign-out",
    "/api/auth/callback/google",
    `/${"x".repeat(3000)}`,
  ])("is the home page instead of %j", (path) => {
    expect(safeNext(path)).toBe("/");
  });

  test("is encoded as ASCII, as a header requires", () => {
    expect(safeNext("/rackets?q=é€🎾&page=%C3%A9")).toBe(
      "/rackets?q=%C3%A9%E2%82%AC%F0%9F%8E%BE&page=%C3%A9",
    );
  });

  test("never leads to another site, whatever the text", () => {
    const tricky = fc.string({
      unit: fc.constantFrom("/", "\\", "\t", "\n", " ", ":", "@", ".", "a", "%2f", "\u0000"),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          tricky,
          tricky.map((rest) => `/${rest}`),
          fc.string({ unit: "binary" }),
        ),
        (path) => {
          const location = new Headers({ location: safeNext(path) }).get("location") ?? "";
          expect(new URL(location, "http://shop.example").origin).toBe("http://shop.example");
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ["/", "/auth"],
  ["/cart", "/auth?next=%2Fcart"],
  ["/search?q=a&b", "/auth?next=%2Fsearch%3Fq%3Da%26b"],
])("the URL of the sign-in page from which a visitor continues to %s is %s", (next, address) =>
  expect(withNext("/auth", next)).toBe(address),
);
