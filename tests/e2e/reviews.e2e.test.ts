import { beforeAll, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { faultsOf } from "#tests/support/axe.ts";
import { toast } from "#tests/support/browser.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let buyer: Person;
let path: string;

beforeAll(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  path = `/orders/${await orderOf({ seller: seller, buyer: buyer, state: "received", name: "Blade 98 of old" })}/review`;
});

test("two write about each other, which both then read; one answers, and reports", async () => {
  const { page: his, faults } = await shop.as(buyer);
  await his.goto(path);
  await his.getByRole("heading", { level: 1, name: `Review ${seller.viewer.username}` }).waitFor();
  const main = his.getByRole("main");
  // Without stars nothing goes out.
  await main.getByLabel("What would you like to say?").fill("Came later than agreed.");
  await main.getByRole("button", { name: "Send the review" }).click();
  await main.getByText("Please choose how many stars").waitFor();
  // By keyboard: the group is one stop, arrows go through it.
  await main.getByRole("radio", { name: "1 star: Poor" }).focus();
  for (let n = 0; n < 2; n += 1) await his.keyboard.press("ArrowRight");
  await expect.poll(() => main.getByRole("radio", { name: "3 stars: Good" }).isChecked()).toBe(true);
  await expect.poll(() => main.getByText("Good", { exact: true }).isVisible()).toBe(true);
  await main.getByRole("button", { name: "Send the review" }).click();
  await toast(his, "Until it shows you can change it.").waitFor();
  await main.getByText(`It shows when ${seller.viewer.username} has written one too`).waitFor();
  expect(await faultsOf(his)).toEqual([]);

  // The other, without JavaScript: does not see it before writing.
  const { page: hers } = await shop.as(seller, { javaScriptEnabled: false });
  await hers.goto(path);
  await hers.getByText(`${buyer.viewer.username} has reviewed you.`).waitFor();
  expect(await hers.getByText("Came later").count()).toBe(0);
  await hers.getByLabel("5 stars: Excellent").check();
  await hers.getByRole("button", { name: "Send the review" }).click();
  await hers.getByText("Came later than agreed.").waitFor();

  await hers.goto("/profile/reviews");
  await hers.getByRole("link", { name: `Answer the review by ${buyer.viewer.username}` }).click();
  await hers.getByLabel("Your answer").fill("The post had a strike.");
  await hers.getByRole("button", { name: "Answer" }).click();
  await hers.waitForURL("**/sellers/**");
  await hers.getByText("The post had a strike.").waitFor();
  await hers.getByRole("link", { name: `Report the review by ${buyer.viewer.username}` }).click();
  await hers.getByLabel("It is not true").check();
  await hers.getByRole("button", { name: "Report" }).click();
  await hers.waitForURL("**#reviews");
  await expect
    .poll(() => db().selectFrom("review_reports").select("reason").execute())
    .toEqual([{ reason: "untrue" }]);

  await his.goto(`/sellers/${seller.viewer.username}`);
  await his.getByText("Answer from").waitFor();
  await his.getByText("The post had a strike.").waitFor();
  expect(await faultsOf(his)).toEqual([]);
  expect(faults).toEqual([]);
});
