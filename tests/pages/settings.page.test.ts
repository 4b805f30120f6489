import { expect, test } from "vitest";
import { saveSettings } from "#app/features/operator/settings.server.ts";
import { settingsSchema } from "#app/features/operator/settings-schema.ts";
import { staffPerson } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const banner = async () => (await shop.withoutScripts(null).open("/help")).queryByText("Closed at noon");

test("an operator sets a banner without JavaScript", async () => {
  const browser = shop.withoutScripts(await staffPerson("operator"));
  const page = await browser.open("/operator/settings");
  const saved = await browser.submit(page.main.getByRole("button", { name: "Save settings" }), {
    "en-GB": "Closed at noon",
    until: tomorrow(),
  });
  saved.main.getByDisplayValue("Closed at noon");
  await expect.poll(banner).not.toBeNull();
});

test("settings that another server saves appear on the cached pages of this server", async () => {
  const { viewer } = await staffPerson("operator");
  const nothing = settingsSchema.parse({ offers: "default" });
  await saveSettings({ ...viewer, role: "operator" }, nothing);
  await expect.poll(banner).toBeNull();
  await saveSettings(
    { ...viewer, role: "operator" },
    { ...nothing, "en-GB": "Closed at noon", until: tomorrow() },
  );
  await expect.poll(banner).not.toBeNull();
});
