import type { Browser, BrowserContext } from "playwright-core";
import { openTab, type Tab } from "./browser.ts";
import type { Person } from "./people.ts";

/** A browser that is signed in as this person, or as nobody, without the way through the pages. */
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

/** From now on this browser is this person's, as after signing in elsewhere. */
export async function signedInAs(context: BrowserContext, url: string, { cookie }: Person): Promise<void> {
  const [name = "", ...value] = cookie.split("=");
  await context.addCookies([{ name, value: value.join("="), url }]);
}
