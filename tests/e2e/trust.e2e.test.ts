import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated } from "#tests/support/browser.ts";
import { person, staffPerson } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRow, insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const folder = mkdtempSync(path.join(tmpdir(), "second-serve-terms-"));
writeFileSync(path.join(folder, "terms.md"), "Version: one\n# Our terms\nBe fair.\n");
afterAll(() => rmSync(folder, { recursive: true }));

const shop = openShop({ LEGAL_DIR: folder });

test("the form of a report refuses a file that is no picture, and then accepts a picture", async () => {
  const [reporter, seller] = [await person("reporter"), await person("seller")];
  const { page } = await shop.openAs(reporter);
  await page.goto(`/report/person/${seller.viewer.username}`);
  await hydrated(page);
  await page.getByLabel(/^It is a scam/).check();
  const field = page.getByLabel("Pictures");
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
  await field.setInputFiles(file("letter.jpg", Buffer.from("no picture")));
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("link", { name: "You can only add photos: JPEG, PNG, WebP, AVIF or HEIC." }).waitFor();
  await expectNoFaults(page);
  await field.setInputFiles(file("shot.jpg", Buffer.from(await pictureFile())));
  await page.getByRole("button", { name: "Send report" }).click();
  await page.waitForURL("**/sellers/*");
  const { case_id, pictures } = await findRow("reports", { reporter_id: reporter.viewer.id });
  expect(pictures).toHaveLength(1);

  const moderatorTab = await shop.openAs(await staffPerson("moderator"));
  await moderatorTab.page.goto(`/moderation/cases/${case_id}`);
  const shown = moderatorTab.page.getByRole("img", { name: "Photo 1" });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("axe finds no fault in the form of traders and in the operator's settings when a field is missing", async () => {
  const trader = await shop.openAs(await person("trader"), { viewport: { width: 360, height: 780 } });
  await trader.page.goto("/sell/business/trader");
  await hydrated(trader.page);
  await trader.page.getByLabel("Business name").fill("Baseline Ltd");
  await trader.page.getByRole("button", { name: "Save details" }).click();
  await trader.page.getByRole("link", { name: /Please confirm this\.$/ }).waitFor();
  await expectNoFaults(trader.page);
  const operator = await shop.openAs(await staffPerson("operator"));
  await operator.page.goto("/operator/settings");
  await hydrated(operator.page);
  await operator.page.getByLabel("English UK").fill("Closed on Sunday");
  await operator.page.getByRole("button", { name: "Save settings" }).click();
  await operator.page.getByRole("link", { name: "Please choose the last day of the banner." }).waitFor();
  await expectNoFaults(operator.page);
});

test("the arrow keys move the focus in the list of cases, and only there; x selects cases for one decision", async () => {
  const subjects = [await person("first"), await person("second")].map(({ viewer }) => viewer.id);
  for (const id of subjects)
    await insertRows("cases", { subject_kind: "person", subject_id: id, person_id: id, severity: 1 });
  const { page } = await shop.openAs(await staffPerson("moderator"));
  await page.goto("/moderation");
  const cases = page.locator("a[data-case]");
  const focused = () =>
    cases.evaluateAll((all) => all.findIndex((element) => element === document.activeElement));
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(-1);
  await cases.first().focus();
  for (const [key, at] of [
    ["ArrowDown", 1],
    ["ArrowUp", 0],
    ["ArrowUp", 0],
    ["j", 0],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await focused()]).toEqual([key, at]);
  }
  await hydrated(page);
  for (const key of ["x", "ArrowDown", "x", "x", "x"]) await page.keyboard.press(key);
  await page.getByText("2 selected").waitFor();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Decide together" }).click();
  await page.waitForURL("**/moderation/together?*");
  await hydrated(page);
  expect(await page.locator("input[name=case]:checked").count()).toBe(2);
  await page.getByLabel("Dismiss: no rule is broken").check();
  await page.getByLabel("Reasons").fill("Nothing is wrong.");
  await page.getByRole("button", { name: "Decide", exact: true }).click();
  await page.getByText("Cases decided: 2").waitFor();
});
