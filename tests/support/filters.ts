import type { Page } from "playwright-core";

/** Opens or closes a filter of a browse page: clicks on the heading that begins with `name`. */
export async function pressFilter(page: Page, name: string): Promise<void> {
  await page
    .locator("#filters summary")
    .filter({ hasText: new RegExp(`^${name}`) })
    .click();
}
