import { beforeAll, expect, test } from "vitest";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { offeredRacket, offerWithoutNotice } from "#tests/support/offers.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

test("an offer is made, countered and accepted without JavaScript [W3.3.3]", async () => {
  const listing = await offeredRacket(seller);
  const buying = shop.withoutScripts(buyer);
  const page = await buying.open(`/rackets/${listing.id}`);
  const form = await buying.follow(page.main.getByRole("link", { name: "Make Offer" }));
  form.main.getByText("Asking price: €129.50");
  const price = form.main.getByLabelText<HTMLInputElement>("Your offer");
  const low = await buying.submit(form.main.getByRole("button", { name: "Send offer" }), {
    [price.name]: "50",
    note: "Hello",
  });
  expect(low.status).toBe(422);
  low.main.getByRole("link", { name: "The price must be between €64.75 and €129.50." });
  expect(low.main.getByLabelText<HTMLInputElement>("Your offer").value).toBe("50");
  expect(low.main.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe("Hello");
  const room = await buying.submit(low.main.getByRole("button", { name: "Send offer" }), {
    [price.name]: "90",
  });
  expect(room.url.pathname).toMatch(/^\/messages\/[0-9a-f-]{36}$/);
  room.getByText("Offer sent");
  room.main.getByRole("region", { name: "Your offer" });

  const selling = shop.withoutScripts(seller);
  const theirs = await selling.open(room.url.pathname);
  const card = theirs.main.getByRole("region", { name: `Offer from ${buyer.viewer.username}` });
  expect(card.textContent).toContain("€90.00");
  const countered = await selling.submit(
    theirs.main.getByRole("button", { name: "Send counter-offer", hidden: true }),
    { price: "110" },
  );
  countered.main.getByText("Another price was suggested");
  countered.main.getByRole("region", { name: "Your counter-offer" });

  const list = await buying.open("/offers");
  list.main.getByText("Waiting for your reply");
  const accepted = await buying.submit(list.main.getByRole("button", { name: "Accept €110.00" }));
  expect(accepted.url.pathname).toBe("/offers");
  accepted.getByText("Offer accepted");
  accepted.main.getByText("Accepted");
  const orders = await buying.open("/orders");
  orders.main.getByText("€110.00");
  const order = await buying.follow(orders.main.getByRole("link", { name: /^Details/ }));
  order.main.getByText(/^The offer was accepted\./);
  expect(order.main.queryByText(/marked it as sold|confirmed/)).toBeNull();
  const received = await selling.open("/offers");
  received.main.getByText("Accepted");
});

test("an item is bought and confirmed without JavaScript, and the form says what the buyer agrees to", async () => {
  const listing = await offeredRacket(seller);
  const buying = shop.withoutScripts(buyer);
  const page = await buying.open(`/rackets/${listing.id}`);
  const form = await buying.follow(page.main.getByRole("link", { name: "Buy Now" }));
  form.main.getByText("€129.50");
  form.main.getByText(/you agree to buy/);
  form.main.getByText(new RegExp(`You pay ${seller.viewer.username} directly, not through Second Serve`));
  const order = await buying.submit(form.main.getByRole("button", { name: "Buy now" }));
  expect(order.url.pathname).toMatch(/^\/orders\//);
  order.getByText("Reserved for you");
  expect(order.main.queryByRole("link", { name: "Cancel order" })).toBeNull();
  const selling = shop.withoutScripts(seller);
  const theirs = await selling.open(order.url.pathname);
  theirs.main.getByRole("link", { name: "Decline" });
  const confirmed = await selling.submit(theirs.main.getByRole("button", { name: "Confirm sale" }));
  confirmed.main.getAllByText("Agreed");
});

test("a conversation shows Buy Now and Make Offer to the buyer, not to the seller, until an offer is made", async () => {
  const listing = await offeredRacket(seller);
  const address = `/messages/${await roomAbout(buyer, listing)}`;
  const page = await shop.withoutScripts(buyer).open(address);
  const next = ["Buy Now", "Make Offer"].map((name) =>
    page.main.getByRole("link", { name }).getAttribute("href"),
  );
  expect(next).toEqual([`/buy?listing=racket:${listing.id}`, `/offers/new?listing=racket:${listing.id}`]);
  const theirs = await shop.withoutScripts(seller).open(address);
  const either = /^(Buy Now|Make Offer)$/;
  expect(theirs.main.queryAllByText(either)).toEqual([]);
  await offerWithoutNotice(buyer, seller, listing);
  const waiting = await shop.withoutScripts(buyer).open(address);
  expect(waiting.main.queryAllByText(either)).toEqual([]);
});

test("the sheets of Make Offer and Buy Now start with what their forms need, or say why there is no form", async () => {
  const listing = await offeredRacket(seller);
  const startOf = async (who: Person, way: string) => {
    const answer = await shop
      .withoutScripts(who)
      .request(`/offers/start?listing=racket:${listing.id}&way=${way}`);
    return { status: answer.status, start: await answer.json() };
  };
  expect(await startOf(buyer, "bid")).toMatchObject({
    status: 200,
    start: { offer: { priceCents: 12_950, percent: 50, seller: seller.viewer.username, left: 1 } },
  });
  expect(await startOf(buyer, "direct_checkout")).toMatchObject({
    status: 200,
    start: { buy: { priceCents: 12_950, rights: expect.stringContaining("privately") } },
  });
  expect(await startOf(seller, "bid")).toMatchObject({ start: { refusal: { link: null } } });
  const signedOut = await shop
    .withoutScripts(null)
    .request(`/offers/start?listing=racket:${listing.id}&way=bid`);
  expect([signedOut.status, signedOut.headers.get("location")]).toEqual([
    302,
    expect.stringMatching(/^\/auth\?next=/),
  ]);
  await offerWithoutNotice(buyer, seller, listing);
  const room = expect.stringMatching(/^\/messages\/[0-9a-f-]{36}$/);
  expect(await startOf(buyer, "bid")).toMatchObject({ start: { refusal: { link: { to: room } } } });
});

test("Make Offer leads a visitor to sign in first, and then to the form", async () => {
  const { id } = await offeredRacket(seller);
  const visitor = shop.withoutScripts(null);
  const page = await visitor.open(`/rackets/${id}`);
  const auth = await visitor.follow(page.main.getByRole("link", { name: "Make Offer" }));
  expect(auth.url.pathname).toBe("/auth");
  expect(auth.url.searchParams.get("next")).toBe(`/offers/new?listing=racket%3A${id}`);
  auth.getByText("Please sign in to make and see offers.");
});

test("the empty lists of offers say that there are none yet", async () => {
  const nobody = shop.withoutScripts(await person("nobody"));
  (await nobody.open("/offers")).main.getByText("No offers made yet");
  (await nobody.open("/offers?as=received")).main.getByText("No offers received yet");
});
