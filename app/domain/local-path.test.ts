import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "./choices.ts";
import { localizedHref, safeNext, splitLocale, withNext } from "./local-path.ts";

/** Paths that a browser, the router or the shop could read differently. */
const hostile = fc
  .array(
    fc.constantFrom(
      ..."/ // /// \\ \t . .. ./ ../ %2e%2e : @ ? # %2f %2F %5c %61uth auth AUTH nl NL de %6el en-us .data x".split(
        " ",
      ),
      ..."verify?token=x evil.example https: a é ～ ﹒ \u0000 %E0%A4%A %2561uth".split(" "),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

function decoded(path: string): string {
  return path
    .split("/")
    .map((part) => part.replace(/%(?!2f)[0-7][\da-f]/gi, decodeURIComponent))
    .join("/");
}

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
    "/AUTH/verify?token=x",
    "/nl/auth/verify?token=x",
    "/NL/auth/verify?token=x",
    "/%6el/auth/verify?token=x",
    "/nl/de/auth/verify?token=x",
    "/%61uth/verify?token=x",
    "/%41%55%54%48/verify?token=x",
    "/rackets/../auth/verify?token=x",
    "/rackets/%2E%2e/auth/verify?token=x",
    "/nl/.//auth/verify?token=x",
    "/nl//auth/verify?token=x",
    "/auth.data?next=/sell",
    "/nl/auth/verify.data?token=x",
    "/Api/auth/callback/google",
    "/dev/mailbox",
  ])("is the home page instead of %j", (path) => {
    expect(safeNext(path)).toBe("/");
  });

  test.each([
    ["/nl/sell?a=1#top", "/sell?a=1#top"],
    ["/r%61ckets//1", "/rackets/1"],
    ["/nl//evil.example/login", "/evil.example/login"],
    ["/authors", "/authors"],
    // Decoded once: the "%25" stays, so that no page decodes "auth" out of it.
    ["/%2561uth/verify", "/%2561uth/verify"],
    ["/sellers/auth", "/sellers/auth"],
    ["/sellers/x%2Edata", "/sellers/x%2Edata"],
  ])("%s is %s [V1.1.1]", (path, canonical) => {
    expect(safeNext(path)).toBe(canonical);
  });

  test("is encoded as ASCII, as a header requires", () => {
    expect(safeNext("/rackets?q=é€🎾&page=%C3%A9")).toBe(
      "/rackets?q=%C3%A9%E2%82%AC%F0%9F%8E%BE&page=%C3%A9",
    );
  });

  test("never leads to another site, whatever the text [V1.2.2 V3.7.2]", () => {
    const tricky = fc.string({
      unit: fc.constantFrom("/", "\\", "\t", "\n", " ", ":", "@", ".", "a", "%2f", "\u0000"),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          tricky,
          tricky.map((rest) => `/${rest}`),
          hostile.map((rest) => `/${rest}`),
          fc.string({ unit: "binary" }),
        ),
        (path) => {
          const next = safeNext(path);
          const { origin, pathname } = new URL(
            new Headers({ location: next }).get("location") ?? "",
            "http://shop.example",
          );
          expect(origin).toBe("http://shop.example");
          expect(decoded(pathname)).not.toMatch(/^(\/(nl|de|fr|en-us))*\/+(auth|api|dev|sign-out)(\/|$)/i);
          expect(safeNext(next)).toBe(next);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("the language in the URL:", () => {
  test("the first language has no prefix, the others have one [A9.20]", () => {
    expect(localizedHref("/rackets?brand=Wilson#top", "en-GB")).toBe("/rackets?brand=Wilson#top");
    expect(localizedHref("/rackets?brand=Wilson#top", "nl")).toBe("/nl/rackets?brand=Wilson#top");
    expect(localizedHref("/", "en-US")).toBe("/en-us");
    expect(localizedHref("/?q=x", "de")).toBe("/de?q=x");
  });

  test("a new language replaces the one in the path", () => {
    expect(localizedHref("/fr/rackets", "de")).toBe("/de/rackets");
    expect(localizedHref("/nl", "en-GB")).toBe("/");
  });

  test("a segment that only begins like a language is part of the path", () => {
    expect(splitLocale("/nlx/rackets")).toEqual({ locale: "en-GB", path: "/nlx/rackets" });
    expect(splitLocale("/design")).toEqual({ locale: "en-GB", path: "/design" });
  });

  test("the data request of a language's home page is in that language", () => {
    expect(splitLocale("/nl.data")).toEqual({ locale: "nl", path: "/" });
    expect(splitLocale("/en-us.data")).toEqual({ locale: "en-US", path: "/" });
    expect(splitLocale("/nl.database")).toEqual({ locale: "en-GB", path: "/nl.database" });
  });

  test("splitLocale undoes localizedHref, in every language", () => {
    for (const locale of LANGUAGES) {
      for (const path of ["/", "/rackets", "/rackets/new"]) {
        expect(splitLocale(localizedHref(path, locale))).toEqual({ locale, path });
      }
    }
  });
});

test("a language link of any requested path leads to this shop, and the path stays the same", () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...LANGUAGES), (rest, language) => {
      const { pathname } = new URL(`http://shop.example/${rest}`);
      const link = localizedHref(pathname, language);
      expect(new URL(link, "http://shop.example").origin).toBe("http://shop.example");
      expect(splitLocale(link)).toEqual({ locale: language, path: splitLocale(pathname).path });
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["/", "/auth"],
  ["/cart", "/auth?next=%2Fcart"],
  ["/search?q=a&b", "/auth?next=%2Fsearch%3Fq%3Da%26b"],
])("the URL of the sign-in page from which a visitor continues to %s is %s", (next, address) =>
  expect(withNext("/auth", next)).toBe(address),
);
