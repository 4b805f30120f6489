import { expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { expectNoSidewaysScroll, hydrated, toast } from "#tests/support/browser.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("every part in every state has no fault that axe finds, and fits the smallest phone", async () => {
  await racketOf(await person("seller"), { name: "Blade 98" });
  const { page, faults } = await shop.as(null);
  await page.goto("/dev/gallery");
  await hydrated(page);
  await page.getByRole("heading", { name: "ReviewList" }).waitFor();
  await expectNoFaults(page);
  expect(faults).toEqual([]);
});

test("what opens is opened, left and closed by the keyboard, and gives the focus back; a toast is said to who hears the page", async () => {
  const { page } = await shop.as(null);
  await page.goto("/dev/gallery");
  await hydrated(page);
  for (const [part, role] of [
    ["Dialog", "dialog"],
    ["AlertDialog", "alertdialog"],
    ["DropdownMenu", "menu"],
  ] as const) {
    const opener = page.getByRole("region", { name: part, exact: true }).getByRole("button").last();
    await opener.focus();
    await page.keyboard.press("Enter");
    const opened = page.getByRole(role);
    await opened.waitFor();
    await expect.poll(() => opened.evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
  }
  await page.getByRole("button", { name: "danger" }).first().click();
  const said = toast(page, "Like New");
  await said.waitFor();
  expect(await said.evaluate((it) => it.closest("[aria-live]")?.getAttribute("aria-live"))).toBe("polite");
});

test("a toast is told plainly where its library cannot be fetched, and goes again", async () => {
  const { page } = await shop.as(null, { viewport: { width: 360, height: 640 } });
  await page.route("**/assets/toast-stage-*", (route) => route.abort());
  await page.goto("/dev/gallery");
  await page.getByRole("button", { name: "danger" }).first().click();
  const said = toast(page, "Like New");
  await said.waitFor();
  expect(await said.getAttribute("role")).toBe("alert");
  await expectNoSidewaysScroll(page);
  await said.waitFor({ state: "detached" });
  // What it offers is done once, and with that it has said what it had to say.
  await page.getByRole("button", { name: "Try again (0)" }).click();
  const asking = page.locator("[data-plain-toast]");
  await asking.getByRole("button").click();
  await page.getByRole("button", { name: "Try again (1)" }).waitFor();
  expect(await asking.count()).toBe(0);
});
