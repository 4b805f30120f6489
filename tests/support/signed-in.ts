import type { Browser } from "playwright-core";
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
  if (who) {
    const [name = "", ...value] = who.cookie.split("=");
    await tab.context.addCookies([{ name, value: value.join("="), url }]);
  }
  return tab;
}
