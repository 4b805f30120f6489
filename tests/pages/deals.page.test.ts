import { expect, test } from "vitest";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("a deal is created and cancelled in its conversation without JavaScript", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const room = `/messages/${await roomAbout(buyer, await racketOf(seller))}`;
  const browser = shop.withoutScripts(seller);
  const begun = await browser.open(room);
  // A details element opens without JavaScript.
  const mark = begun.getByText(/^Agreed with/).closest("details");
  expect(mark?.querySelector("form")).not.toBeNull();
  const reserved = await browser.submit(begun.getByRole("button", { name: /^Reserve for/, hidden: true }));
  reserved.getByText(/^Reserved for .* for €129.50/);
  const asked = await browser.follow(reserved.getByRole("link", { name: "Cancel order" }));
  const why = asked.getByLabelText<HTMLInputElement>("Reason");
  const cancelled = await browser.submit(asked.getByRole("button", { name: "Cancel order" }), {
    [why.name]: "Not yet",
  });
  cancelled.getByText("You cancelled it.");
  (await browser.open(room)).getByText("You cancelled: Not yet");
});

test("a sale to somebody elsewhere is made on the listing's page without JavaScript", async () => {
  const seller = await person("seller");
  const racket = await racketOf(seller, { name: "Clash 100" });
  // Somebody asked about it, so the form asks whose it is.
  await roomAbout(await person("buyer"), racket);
  const browser = shop.withoutScripts(seller);
  const own = await browser.open("/my-listings");
  own.main.getByRole("link", { name: "Reserve or mark as sold… (Clash 100)" });
  const page = await browser.open(`/rackets/${racket.id}`);
  const form = await browser.follow(page.main.getByRole("link", { name: "Reserve or mark as sold…" }));
  const elsewhere = form.getByRole<HTMLInputElement>("radio", { name: "Someone outside Second Serve" });
  const sold = await browser.submit(form.main.getByRole("button", { name: "Mark as sold" }), {
    [elsewhere.name]: elsewhere.value,
    as: "sold",
  });
  sold.getByText("Sold to: Someone outside Second Serve");
  const listing = await browser.open(`/rackets/${racket.id}`);
  listing.getByText("Hidden from search; people with the link still see it.", { exact: false });
  const then = await browser.open("/my-listings");
  then.main.getByText("Sold", { exact: true });
  expect(then.main.queryByRole("link", { name: "Reserve or mark as sold… (Clash 100)" })).toBeNull();
});
