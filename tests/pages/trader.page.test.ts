import { beforeAll, expect, test } from "vitest";
import { offeredRacket } from "#tests/support/offers.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

const STATED = {
  name: "Baseline Ltd",
  address: "High Street 1\nLeeds",
  registration: "Companies House 01234567",
  email: "shop@baseline.example",
  phone: "+44 20 7946 0000",
  vat_id: "GB123",
  certified: "on",
};

let seller: Person;
let listing: string;

beforeAll(async () => {
  seller = await person("seller");
  listing = `/rackets/${(await offeredRacket(seller)).id}`;
});

const visit = (address: string) => shop.withoutScripts(null).open(address);

test("a business states who it is, and visitors immediately see that on its listings and its page", async () => {
  (await visit(listing)).main.getByText("Private seller");
  const browser = shop.withoutScripts(seller);
  const dashboard = await browser.open("/sell/business");
  const page = await browser.follow(dashboard.main.getByRole("link", { name: "Add business details" }));
  const faulty = await browser.submit(page.main.getByRole("button", { name: "Save details" }), {
    ...STATED,
    phone: "",
  });
  faulty.main.getByText("Please fill this in.");
  faulty.main.getByDisplayValue("Baseline Ltd");
  const saved = await browser.submit(faulty.main.getByRole("button", { name: "Save details" }), STATED);
  expect(saved.url.pathname).toBe("/sell/business");
  expect(saved.main.queryByText("Do you sell as a business?")).toBeNull();

  const shown = await visit(listing);
  shown.main.getByText("Baseline Ltd");
  shown.main.getByText(
    "High Street 1, Leeds · Companies House 01234567 · GB123 · shop@baseline.example · +44 20 7946 0000",
  );
  expect(shown.main.getAllByText("Trader")).toHaveLength(2);
  const own = await visit(`/sellers/${seller.viewer.username}`);
  own.main.getByText("Companies House 01234567");
  own.main.getByRole("heading", { name: "Trader" });
});

test("Buy Now says which rights a buyer has towards a trader", async () => {
  const buyer = shop.withoutScripts(await person("buyer"));
  const [, id = ""] = listing.split("/rackets/");
  const page = await buyer.open(`/buy?listing=racket:${id}`);
  page.main.getByText(/is a trader \(Baseline Ltd\): in the EU you may return/);
  const owner = await shop.withoutScripts(seller).open("/sell/business/trader");
  owner.main.getByRole("button", { name: "I sell privately" });
});

test("a person who stops selling as a business is a private seller again", async () => {
  const browser = shop.withoutScripts(seller);
  const page = await browser.open("/sell/business/trader");
  await browser.submit(page.main.getByRole("button", { name: "I sell privately" }));
  (await visit(listing)).main.getByText("Private seller");
});
