import { beforeAll, expect, test } from "vitest";
import { cartCookie } from "#app/features/cart/cart.server.ts";
import { CART_COOKIE, cookieIn } from "#app/features/cart/cookie.ts";
import { challengeCookieName, sessionCookieName } from "./auth.server.ts";
import { choiceCookies } from "./choices.server.ts";
import { configure, parseEnv } from "./env.server.ts";
import { flash, takeFlash } from "./flash.server.ts";

// session.db.test.ts tests the cookies of Better Auth.

beforeAll(() => configure(parseEnv({ BASE_URL: "https://shop.example" })));

test("over https, cookies have a prefix in their name and are Secure", () => {
  const set = [
    ...choiceCookies({ country: "DE", language: "de", currency: "GBP" }),
    flash(new Headers(), { title: "Saved", kind: "success" }).get("set-cookie") ?? "",
    cartCookie(CART_COOKIE, "racket.1"),
  ];
  for (const cookie of set) expect(cookie).toMatch(/^__Host-[a-z]+=[^;]+; Path=\/; .*; Secure$/);
  for (const name of [sessionCookieName(), challengeCookieName()]) expect(name).toMatch(/^__Secure-/);
});

test("a cookie that was set with a prefix is read again", () => {
  const [pair = ""] = (
    flash(new Headers(), { title: "Saved", kind: "success" }).get("set-cookie") ?? ""
  ).split(";");
  const request = new Request("https://shop.example/", { headers: { cookie: pair } });
  const { flash: found, clear } = takeFlash(request);
  expect(found?.title).toBe("Saved");
  expect(clear).toMatch(/^__Host-flash=;/);
  expect(cookieIn("__Host-cart=racket.1", CART_COOKIE)).toBe("racket.1");
});
