import { describe, expect, test } from "vitest";
import { unsubscribeLink } from "#app/features/accounts/mail-preferences.server.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

async function isOff({ viewer }: Person): Promise<boolean> {
  const rows = await findRows("notification_choices", { user_id: viewer.id, mail: "off" }, ["kind"]);
  return rows.length > 0;
}

const linkOf = ({ viewer }: Person, locale: "en-GB" | "nl" = "en-GB") =>
  unsubscribeLink({ userId: viewer.id, topic: "account" }, locale);

describe("a mail program", () => {
  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: "List-Unsubscribe=One-Click",
      redirect: "manual",
    });

  test.each([
    ["without an origin", {}],
    ["from another site's origin", { origin: "https://mail.example", "sec-fetch-site": "cross-site" }],
  ])("%s unsubscribes a person with one POST, at the URL in English and in Dutch", async (_, headers) => {
    for (const locale of ["en-GB", "nl"] as const) {
      const who = await person("clicker");
      expect((await post(linkOf(who, locale), headers)).status).toBe(200);
      expect(await isOff(who)).toBe(true);
    }
  });

  test("cannot send a form to any other URL, nor to a similar one", async () => {
    const who = await person("clicker");
    const token = new URL(linkOf(who)).search;
    for (const path of [
      "/auth",
      "/profile/security/mail",
      `/mail/unsubscribe/x${token}`,
      `/x/mail/unsubscribe${token}`,
    ]) {
      expect((await post(shop.server.url + path, {})).status, path).toBe(403);
    }
    expect(await isOff(who)).toBe(false);
  });
});
