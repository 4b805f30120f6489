import { expect, test } from "vitest";
import { SESSION_SECONDS } from "#app/platform/auth-cookies.server.ts";
import { newestMail, newPerson } from "#tests/support/accounts.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const button = (page: FetchedPage, name: string) => page.main.getByRole("button", { name });

test("signing out everywhere asks for a confirmation on the page without JavaScript", async () => {
  const browser = shop.withoutScripts(await person("asked-plainly"));
  const question = await browser.follow(
    (await browser.open("/profile/security")).getByRole("link", { name: "Sign out everywhere" }),
  );
  question.getByRole("region", { name: "Sign out on every device?" });
  const back = await browser.follow(question.main.getByRole("link", { name: "Cancel" }));
  const again = await browser.follow(back.getByRole("link", { name: "Sign out everywhere" }));
  await browser.submit(button(again, "Sign out everywhere"));
  browser.page.getAllByRole("link", { name: "Sign in / Sign up" });
  expect((await browser.open("/profile/security")).url.pathname).toBe("/auth");
});

test("/dev/mailbox shows a mail in light, dark, as wide as a phone and as plain text, each at its own URL", async () => {
  await newPerson("Reader");
  const browser = shop.withoutScripts(null);
  const light = await browser.open(`/dev/mailbox/${(await newestMail("reader@example.com"))?.id}`);
  const frame = () => browser.page.document.querySelector("iframe");
  expect(frame()?.style.colorScheme).toBe("light");
  expect(frame()?.srcdoc).toContain("@media not all");
  const dark = await browser.follow(light.getByRole("link", { name: "Dark" }));
  expect(dark.url.search).toBe("?as=dark");
  expect(frame()?.style.colorScheme).toBe("dark");
  expect(frame()?.srcdoc).toContain("@media all");
  await browser.open(`${light.url.pathname}?as=phone`);
  // The class of an element that is 320 px wide.
  expect(frame()?.classList).toContain("max-w-80");
  const text = await browser.open(`${light.url.pathname}?as=text`);
  text.getByText(/Hello Reader,/);
  expect(frame()).toBeNull();
});

const form = { method: "POST", body: new URLSearchParams({ intent: "unknown" }) };

test.each<[string, RequestInit]>([
  ["/profile", {}],
  ["/chat/rooms", {}],
  ["/auth/session", {}],
  ["/events", {}],
  ["/profile", form],
  ["/profile.data", form],
])("a request to %s that extends the session extends its cookie too [A4.2 A7.9]", async (path, init) => {
  const anna = await person("stays");
  await updateRows(
    "sessions",
    { user_id: anna.viewer.id },
    { expires_at: new Date(Date.now() + 3 * 86_400_000) },
  );
  const headers = { cookie: anna.cookie, origin: shop.server.url };
  const ask = async () => {
    const answer = await fetch(shop.server.url + path, { ...init, headers, redirect: "manual" });
    await answer.body?.cancel();
    return answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(anna.cookie));
  };
  expect(await ask()).toEqual([`${anna.cookie}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax`]);
  expect(await ask()).toEqual([]);
});
