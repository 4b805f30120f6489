import { describe, expect, test } from "vitest";
import { robotsText } from "./robots.ts";

const text = robotsText(["", "/en-us", "/nl", "/de", "/fr"], "https://shop.example/sitemap.xml");

/** Whether robots.txt allows a path. In a rule, `*` matches anything and `$` the end; a rule is a prefix (RFC 9309). */
function allows(address: string): boolean {
  const rules = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = ""]) => rule);
  return !rules.some((rule) => {
    const pattern = rule.replace(/[.+?^{}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    return new RegExp(`^${pattern}`).test(address);
  });
}

describe("robots.txt", () => {
  test("contains the URL of the sitemap, and rules for all robots", () => {
    expect(text).toMatch(/^User-agent: \*\n/);
    expect(text).toMatch(/\n\nSitemap: https:\/\/shop\.example\/sitemap\.xml\n$/);
  });

  test.each([
    "/",
    "/de",
    "/fr/rackets",
    "/rackets/blade",
    "/rackets?brand=Head",
    "/rackets?page=2",
    "/rackets?brand=Head&page=2",
    "/rackets/0197f3a0-0000-7000-8000-000000000000",
    "/racket/0197f3a0-0000-7000-8000-000000000000",
    "/sellers/profile",
    "/help",
    "/nl/search",
    "/sell",
    "/photos/00/640.webp",
    "/assets/root.js",
    "/sitemaps/pages.xml",
  ])("allows robots to read %s", (address) => {
    expect(allows(address)).toBe(true);
  });

  test.each([
    "/auth?next=%2Fprofile",
    "/de/profile/security",
    "/en-us/messages",
    "/rackets/0197f3a0-0000-7000-8000-000000000000/edit",
    "/fr/rackets/0197f3a0-0000-7000-8000-000000000000/edit",
    "/sell/racket",
    "/sell/business",
    "/sell/business/stock",
    "/search?q=blade",
    "/search/suggestions?q=bl",
    "/rackets?brand=Head&brand=Wilson",
    "/rackets?brand=Head&sort=price_asc",
    "/rackets?minPrice=20",
    "/de/rackets?condition=Good",
    "/events",
    "/metrics",
  ])("keeps robots away from %s", (address) => {
    expect(allows(address)).toBe(false);
  });
});
