import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { configure, parseEnv } from "./env.server.ts";
import { signInRedirect, whySignIn } from "./sign-in.server.ts";

beforeAll(() =>
  configure(parseEnv({ DATABASE_URL: "postgres://nobody@127.0.0.1/none", AUTH_SECRET: "x".repeat(32) })),
);

function flashOf(redirect: Response): { title: string; description: string } {
  const [, flash = ""] = /flash=([^;]*)/.exec(redirect.headers.get("set-cookie") ?? "") ?? [];
  return JSON.parse(decodeURIComponent(flash));
}

test.each([
  ["/rackets/0191?chat=open", "You need an account to message the seller.", true],
  ["/cart", "You need an account to message the seller.", true],
  ["/offers/new?listing=racket:0191", "You need an account to make an offer.", true],
  ["/buy?listing=racket:0191", "You need an account to buy.", true],
  ["/sell/racket", "You need an account to sell.", true],
  ["/favorites", "You need an account to keep favorites.", false],
  ["/orders", "Please sign in to see your orders.", false],
])("the sign-in page says why %s needs an account", (next, text, acts) => {
  expect(whySignIn(next)).toEqual({ text: expect.stringContaining(text), acts });
});

test.each(["/", "/rackets", "/rackets/0191", "/selling"])(
  "the sign-in page gives no reason for %s",
  (next) => {
    expect(whySignIn(next)).toBeNull();
  },
);

describe("the redirect to the sign-in page", () => {
  test.each([
    ["/messages/0191", "Please sign in to see your messages."],
    ["/notifications/settings", "Please sign in to see your notifications."],
    ["/favorites?tab=searches", "Please sign in to view your favorites."],
    ["/orders/0191#review", "Please sign in to see your orders."],
    ["/sell/business", "Please sign in to sell."],
    ["/profile", "Please sign in to see your profile."],
    ["/profiles", "Please sign in to continue."],
    ["/", "Please sign in to continue."],
  ])("from %s says why", (next, why) => {
    const redirect = signInRedirect(next);
    expect(flashOf(redirect)).toMatchObject({ title: "Authentication required", description: why });
    expect(redirect.headers.get("location")).toBe(
      next === "/" ? "/auth" : `/auth?next=${encodeURIComponent(next)}`,
    );
  });

  test("keeps the message and the path, and leads to no other site", () => {
    const redirect = signInRedirect("//evil.example", "Your session has ended.");
    expect(flashOf(redirect).description).toBe("Your session has ended.");
    expect(redirect.headers.get("location")).toBe("/auth");
  });

  test("is the only redirect to the sign-in page in the code", () => {
    const files = readdirSync("app/features", { recursive: true, encoding: "utf8" });
    const others = files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => /redirect\([`"]\/auth\?next/.test(readFileSync(join("app/features", file), "utf8")));
    expect(others).toEqual([]);
  });
});
