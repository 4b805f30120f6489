import { beforeAll, expect, test } from "vitest";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
});

test("a seller lowers a price on the listing's card without JavaScript; a price that is not lower is refused", async () => {
  await racketOf(seller, { name: "Blade 98" });
  await racketOf(seller, { name: "Clash 100", cents: 18_900 });
  const browser = shop.withoutScripts(seller);
  const page = await browser.open("/my-listings");
  const fold = page.main.getByText("(Clash 100)", { exact: false, selector: "summary *" }).closest("details");
  const save = fold?.querySelector("button") as Element;
  const refused = await browser.submit(save, { price: "190" });
  expect(refused.status).toBe(422);
  const fault = refused.getByText("Enter less than €189.00").closest("details");
  expect(fault?.open).toBe(true);
  expect(refused.document.querySelectorAll("main details[open]")).toHaveLength(1);
  expect(fault?.querySelector<HTMLInputElement>("input[name=price]")?.value).toBe("190");
  const lowered = await browser.submit(fault?.querySelector("button") as Element, { price: "170" });
  expect(lowered.url.pathname).toBe("/my-listings");
  lowered.main.getByText("€170.00");
  lowered.main.getByText("€129.50");
  lowered.getByText("Price lowered to €170.00");
});
