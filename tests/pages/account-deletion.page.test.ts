import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("deleting an account works without JavaScript, even when the button is pressed twice", async () => {
  const seller = await person("seller");
  const browser = shop.withoutScripts(seller);
  const page = await browser.open("/profile/delete");
  const field = page.main.getByRole<HTMLInputElement>("textbox", { name: /To confirm, type your username/ });
  const refused = await browser.submit(page.main.getByRole("button", { name: "Delete my account" }), {
    [field.name]: "x",
  });
  refused.main.getByRole("link", { name: /That is not your username/ });
  const sent = { method: "POST", headers: { origin: shop.server.url } };
  const body = () => new URLSearchParams({ [field.name]: seller.viewer.username });
  const answers = await Promise.all(
    [1, 2].map(() => browser.request("/profile/delete", { ...sent, body: body() })),
  );
  // When the second request arrives, the account may already be deleted.
  for (const { status } of answers) expect(status).toBe(302);
  expect(answers.map(({ headers }) => headers.get("location"))).toContain("/");
  (await browser.open("/")).getAllByRole("link", { name: "Sign in / Sign up" });
  const rows = db().selectFrom("users").select("id").where("id", "=", seller.viewer.id);
  expect(await rows.execute()).toEqual([]);
});
