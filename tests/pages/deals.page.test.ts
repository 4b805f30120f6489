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
