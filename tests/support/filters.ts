import type { Page } from "playwright-core";

/** Opens or closes the filter whose heading begins with `name`. */
export async function pressFilter(page: Page, name: string): Promise<void> {
  await page
    .locator("#filters summary")
    .filter({ hasText: new RegExp(`^${name}`) })
    .click();
}
