import { beforeAll, expect, test } from "vitest";
import { cookieIn, ownCookies } from "#app/domain/cookie-name.ts";
import { signUpBrowserCookie } from "#app/features/accounts/sign-up-browser.server.ts";
import { cartCookie } from "#app/features/cart/cart.server.ts";
import { CART_COOKIE } from "#app/features/cart/cookie.ts";
import { auth } from "./auth.server.ts";
import { challengeCookieName, deviceCookieName, sessionCookieName } from "./auth-cookies.server.ts";
import { choiceCookies } from "./choices.server.ts";
import { configure, parseEnv } from "./env.server.ts";
import { flash, takeFlash } from "./flash.server.ts";

beforeAll(() => configure(parseEnv({ BASE_URL: "https://shop.example" })));

test("over https, cookies have a prefix in their name, are Secure, and stay away from other sites' forms [V3.3.1 V3.3.2]", () => {
  const set = [
    ...choiceCookies({ country: "DE", language: "de", currency: "GBP" }),
    flash(new Headers(), { title: "Saved", kind: "success" }).get("set-cookie") ?? "",
    cartCookie(CART_COOKIE, "racket.1"),
    signUpBrowserCookie(null),
  ];
  for (const cookie of set)
    expect(cookie).toMatch(/^__Host-[a-z-]+=[^;]+; Path=\/; Max-Age=\d+; (HttpOnly; )?SameSite=Lax; Secure$/);
});

test("over https, every cookie of Better Auth has the prefix, and is Secure, HttpOnly and for this host alone [V3.3.1 V3.3.2 V3.3.3 V3.3.4]", async () => {
  const { authCookies, createAuthCookie } = await auth().$context;
  const cookies = [
    ...Object.values(authCookies),
    ...["device", "two_factor", "state", "trust_device"].map((name) => createAuthCookie(name)),
  ];
  for (const { name, attributes } of cookies) {
    expect(name).toMatch(/^__Host-second-serve\.[a-z_]+$/);
    expect(attributes).toMatchObject({ secure: true, httpOnly: true, path: "/", sameSite: "lax" });
    expect(attributes).not.toHaveProperty("domain");
  }
  const names = cookies.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([sessionCookieName(), challengeCookieName(), deviceCookieName()]),
  );
});

test.each([
  [
    "__Host-second-serve.session_token=a; second-serve.session_token=b",
    "__Host-second-serve.session_token=a",
  ],
  ["__Secure-second-serve.session_token=a; country=NL; theme=dark", null],
  ["language=nl;__Host-language=de;  __Host-cart=x.1", "__Host-language=de; __Host-cart=x.1"],
  ["x__Host-flash=1; __host-flash=1; =__Host-flash=1", null],
  ["", null],
  [null, null],
])("over https, the cookies %j are read as %j; over http all are [V3.3.3]", (cookies, read) => {
  expect(ownCookies(cookies, true)).toBe(read);
  expect(ownCookies(cookies, false)).toBe(cookies);
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
