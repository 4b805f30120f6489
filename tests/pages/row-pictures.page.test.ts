import { expect, test } from "vitest";
import { PRIVATE_URL, racketWithFailedPicture, TITLE } from "#tests/support/failed-picture.ts";
import { person } from "#tests/support/people.ts";
import { ordersOf } from "#tests/support/picture-orders.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("only the owner of a listing sees its failed pictures, and can retry them without JavaScript", async () => {
  const owner = await person("shop");
  const racket = await racketWithFailedPicture(owner);
  for (const who of [await person("stranger"), null]) {
    const page = await shop.withoutScripts(who).open(`/rackets/${racket.id}`);
    page.getByRole("heading", { level: 1, name: "Blade 98 v8" });
    expect(page.document.documentElement.innerHTML).not.toContain(PRIVATE_URL);
    expect(page.queryByText(TITLE)).toBeNull();
  }
  const browser = shop.withoutScripts(owner);
  const { main } = await browser.open(`/rackets/${racket.id}`);
  main.getByText(TITLE);
  main.getByText(PRIVATE_URL);
  main.getByText("The link leads to a private network. Use one that everyone can open.");
  const again = await browser.submit(main.getByRole("button", { name: "Try again" }));
  const messages = [...again.document.querySelectorAll("noscript")].map(({ textContent }) => textContent);
  expect(messages.join(" ")).toContain("The photos are being downloaded again");
  await expect
    .poll(() => ordersOf(racket))
    .toMatchObject([{ state: "failed", fault: "private_address", tries: 1 }]);
  (await browser.open(`/rackets/${racket.id}`)).main.getByText(TITLE);
});
