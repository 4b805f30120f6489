import { expect, test } from "vitest";
import { orderOf } from "#tests/support/orders.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { dealScene } from "#tests/support/scene.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("a deal is created and cancelled in its conversation without JavaScript", async () => {
  const { seller, roomId } = await dealScene();
  const room = `/messages/${roomId}`;
  const browser = shop.withoutScripts(seller);
  const conversation = await browser.open(room);
  // A details element opens without JavaScript.
  const mark = conversation.getByText(/^Agreed with/, { selector: "summary" }).closest("details");
  expect(mark?.querySelector("form")).not.toBeNull();
  const reserved = await browser.submit(
    conversation.getByRole("button", { name: /^Reserve for/, hidden: true }),
  );
  reserved.getByText(/^Reserved for .* for €129.50/);
  const question = await browser.follow(reserved.getByRole("link", { name: "Cancel order" }));
  const why = question.getByLabelText<HTMLInputElement>("Reason");
  const cancelled = await browser.submit(question.getByRole("button", { name: "Cancel order" }), {
    [why.name]: "Not yet",
  });
  cancelled.getByText("You cancelled it.");
  (await browser.open(room)).getByText("You cancelled: Not yet");
});

test("both parties agree on another price and on a cancellation without JavaScript", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const id = await orderOf({ seller, buyer, listing: await racketOf(seller), state: "agreed" });
  const buying = shop.withoutScripts(buyer);
  const [sends, confirms] = ["Send suggestion", "Agree to €100.00"];
  const proposed = await buying.open(`/orders/${id}`);
  const [cheaper] = proposed.main.getAllByRole("button", { name: sends, hidden: true });
  const waits = await buying.submit(cheaper as HTMLElement, { price: "100" });
  waits.main.getByText(/^You suggested €100.00 instead/);

  const selling = shop.withoutScripts(seller);
  const orderPage = await selling.open(`/orders/${id}`);
  orderPage.main.getByText(/suggests €100.00 instead/);
  const agreed = await selling.submit(orderPage.main.getByRole("button", { name: confirms }));
  agreed.getByText("New price agreed");

  const [, cancels] = agreed.main.getAllByRole("button", { name: sends, hidden: true });
  const refused = await selling.submit(cancels as HTMLElement, { reason: "" });
  refused.getByText("Tell them briefly why.");
  const [, again] = refused.main.getAllByRole("button", { name: sends, hidden: true });
  await selling.submit(again as HTMLElement, { reason: "It broke" });
  const cancelled = await buying.submit(
    (await buying.open(`/orders/${id}`)).main.getByRole("button", { name: "Agree to cancel" }),
  );
  cancelled.main.getByText(/^You both agreed to cancel/);
});
