import type { Page } from "playwright-core";

/** Opens or closes a filter of a browse page by its row. */
export async function pressFilter(page: Page, name: string): Promise<void> {
  await page
    .locator("#filters summary")
    .filter({ hasText: new RegExp(`^${name}`) })
    .click();
}
