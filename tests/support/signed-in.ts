import type { Browser, BrowserContext } from "playwright-core";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { openTab, type Tab } from "./browser.ts";
import type { Person } from "./people.ts";
import { Visitor } from "./visitor.ts";

/** Opens a tab that shares no cookies with other tabs, signed in as this person, or signed out for null. */
export async function openTabOf(
  browser: Browser,
  url: string,
  who: Person | null,
  device?: Parameters<typeof openTab>[2],
): Promise<Tab> {
  const tab = await openTab(browser, url, device);
  if (who) await signedInAs(tab.context, url, who);
  return tab;
}

export async function signedInAs(
  context: BrowserContext,
  url: string,
  who: Pick<Person, "cookie"> | Visitor,
): Promise<void> {
  const name = sessionCookieName();
  const cookie = who instanceof Visitor ? `${name}=${who.cookies.get(name)}` : who.cookie;
  const value = cookie.split("=").slice(1);
  await context.addCookies([{ name, value: value.join("="), url }]);
}
