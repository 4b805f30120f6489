import type { Page } from "playwright-core";

/** Opens or closes the filter whose heading begins with `name`; on a phone it may be one of the rarer ones. */
export async function pressFilter(page: Page, name: string): Promise<void> {
  const filter = page.locator("#filters summary").filter({ hasText: new RegExp(`^${name}`) });
  await page.locator("#filters summary").first().waitFor();
  const more = page.getByRole("button", { name: "More filters" });
  if (!(await filter.isVisible()) && (await more.isVisible())) await more.click();
  await filter.click();
}
