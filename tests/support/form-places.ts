import { randomUUID } from "node:crypto";
import { unsubscribeLink } from "#app/features/accounts/mail-preferences.server.ts";
import { startEmailChange } from "#app/features/accounts/profile/email-change.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { resetTokenFor } from "#app/platform/auth.server.ts";
import { challengeCookieName } from "#app/platform/auth-cookies.server.ts";
import { action as enter } from "#app/routes/accounts/auth.route.tsx";
import { newestLink, signInFields, signUpFields } from "./accounts.ts";
import { caseAbout, warningIn } from "./cases.ts";
import { offeredRacket, offerWithoutNotice } from "./offers.ts";
import { orderOf } from "./orders.ts";
import { type Person, person, racketOf, staffPerson } from "./people.ts";
import { findRow, insertRow, insertRows, updateRows } from "./rows.ts";
import { newEnrolled } from "./second-factor.ts";
import { Visitor } from "./visitor.ts";

/** Pages with forms, by the person who opens them. Together they have a form for each action. */
export const PLACES: Readonly<Record<string, readonly string[]>> = {
  visitor: [
    "/auth",
    "/auth?mode=signup",
    "/auth?mode=forgot",
    "/auth/code",
    "/auth/verify",
    "/auth/reset?token=RESET",
    "/mail/unsubscribe?token=TOPIC",
    "/help",
    "/preferences/region",
    "/rackets/SPARE",
    "/report/listing/SPARE",
  ],
  halfway: ["/auth/two-factor", "/auth/two-factor?by=backup"],
  player: [
    "/profile",
    "/profile/email/link?token=LINK",
    "/profile/email",
    "/profile/security",
    "/profile/security/identities",
    "/profile/security/phone",
    "/profile/security/password",
    "/profile/security/two-factor",
    "/profile/security/keys",
    "/profile/delete",
    "/profile/played",
    "/cart",
    "/search/saved/SEARCH",
    "/favorites?select",
    "/favorites?tab=searches",
    "/recently-viewed?select",
    "/search/saved/new?of=%2Frackets%3Fbrand%3DHead",
    "/orders/ORDER",
    "/orders/DONE/review",
    "/messages/ROOM/block",
    "/sellers/KEEPER/block",
    "/offers/new?listing=racket:OFFERED",
    "/offers",
    "/buy?listing=racket:OFFERED",
    "/preferences/sizes",
    "/rackets/SPARE",
    "/auth/factor-reset/REFUSABLE",
  ],
  shopOwner: [
    "/my-listings",
    "/rackets/SEVERAL",
    "/deals/new?listing=racket:SPARE",
    "/reviews/REVIEW/answer",
    "/report/review/REVIEW",
    "/statements/DECISION",
    "/questions/QUESTION",
    "/sell/business/stock",
    "/sell/business/trader",
    "/sell/business/api?revoke=SECRET",
    "/sell/business/feeds",
    "/sell/business/feeds/FEED",
    "/sell/business/answers/ANSWERS",
    "/sell/business/api/webhooks",
    "/sell/business/api/webhooks/WEBHOOK",
  ],
  late: ["/profile/security/confirm", "/messages/blocked", "/reports/REPORT"],
  moderator: [
    // Before cases are decided: a decision may be about further ones.
    "/moderation/cases/TALK/conversations/TALKROOM",
    "/moderation/people/Unverified",
    "/moderation/together?case=CASE",
    "/moderation/cases/CASE",
    "/moderation/cases/new?kind=listing&subject=SPARE",
    "/moderation/templates",
  ],
  operator: [
    "/moderation/people/Halfway",
    "/operator/staff",
    "/operator/settings",
    "/operator/promises",
    "/operator/signals",
    "/operator/searches",
  ],
};

/** What the tests type into a field, by the name of the field. */
const VALUES: Readonly<Record<string, string>> = {
  identifier: "somebody@example.com",
  email: "somebody@example.com",
  to: "somebody@example.com",
  password: "a long enough password 7",
  confirm: "a long enough password 7",
  username: "somebody_else",
  code: "123456",
  phone: "+31612345678",
  price: "80",
  percent: "60",
  fee: "8",
  until: "2030-01-01",
  rating: "4",
  url: "https://stock.example/stock.csv",
  every_hours: "6",
  origins: "https://shop.example",
};

export interface FormScene {
  /** The people of `PLACES`; null for those without a session. */
  readonly people: Readonly<Record<string, Person | null>>;
  /** What else their browsers have. */
  readonly cookies: Readonly<Record<string, ReadonlyMap<string, string>>>;
  /** The path of a place, with ids and tokens for its words in capital letters. */
  addressOf(place: string): string;
  /** What to type into the field `name` of a page. Account deletion requires the person's own username. */
  typedFor(name: string, address: string): string;
}

/** Creates the people and the things of `PLACES`. */
export async function formScene(): Promise<FormScene> {
  const player = await person("player");
  const shopOwner = await person("shop-owner");
  /** A person whose last confirmation is too old for protected pages. */
  const late = await person("late");
  const forgetful = await person("forgetful");
  const moderator = await staffPerson("moderator");
  const operator = await staffPerson("operator");
  await updateRows(
    "sessions",
    { user_id: late.viewer.id },
    { confirmed_at: new Date(Date.now() - 86_400_000) },
  );
  const tomorrow = new Date(Date.now() + 86_400_000);
  const elsewhere = { user_id: player.viewer.id, token: "elsewhere", expires_at: tomorrow };
  await insertRows("sessions", elsewhere);
  const spare = await racketOf(shopOwner, { name: "Spare" });
  await setBlockedIn(late.viewer, await openRoom(late.viewer, spare), true);
  const racket = await racketOf(shopOwner, { name: "Wanted" });
  const room = await openRoom(player.viewer, racket);
  const talker = await person("talker");
  const talkRoom = await openRoom(talker.viewer, racket);
  await sendMessage(talker.viewer, talkRoom, { clientId: randomUUID(), message: "Hello" });
  const order = await orderOf({
    seller: shopOwner,
    buyer: player,
    state: "open",
    listing: racket,
    roomId: room,
  });
  const receivedOrder = await orderOf({ seller: shopOwner, buyer: player, state: "received" });
  const agreed = await orderOf({ seller: shopOwner, buyer: player, state: "agreed" });
  await insertRows("deal_addresses", { deal_id: agreed, address: "Court Road 1" });
  const [search, review] = await Promise.all([
    insertRow("saved_searches", {
      user_id: player.viewer.id,
      address: "/rackets?brand=Wilson",
      name: "Wilson",
      tell: true,
      words: "",
    }),
    insertRow("user_reviews", {
      reviewer_id: player.viewer.id,
      reviewed_user_id: shopOwner.viewer.id,
      rating: 4,
    }),
  ]);
  const several = await racketOf(shopOwner, { name: "Several" });
  await updateRows("listings", { id: several.id }, { quantity: 3 });
  const offered = await offeredRacket(shopOwner);
  await offerWithoutNotice(player, shopOwner, await offeredRacket(shopOwner));
  const decided = await caseAbout("listing", several.id, { by: late });
  const decision = await warningIn(decided, shopOwner, moderator);
  await updateRows("cases", { id: decided }, { state: "closed", closed_at: new Date() });
  const feed = await insertRow("feeds", {
    user_id: shopOwner.viewer.id,
    url: "https://stock.example/stock.csv",
    every_hours: 24,
    state: "paused",
  });
  const answers = await insertRow("stock_answers", {
    user_id: shopOwner.viewer.id,
    shape: "shopify:1",
    file_name: "stock.csv",
    answers: JSON.stringify({ currencies: { USD: "rate" }, condition: "Good" }),
    answered_at: new Date(),
  });
  const webhook = await insertRow("webhook_endpoints", {
    user_id: shopOwner.viewer.id,
    url: "https://192.0.2.1/events",
    types: ["listing.sold"],
    secret: "sealed",
  });
  await insertRows("webhook_deliveries", {
    endpoint_id: webhook.id,
    type: "listing.sold",
    thing: spare.id,
    data: JSON.stringify({ listing_id: spare.id }),
    state: "failed",
  });
  const key = await insertRow("api_keys", {
    user_id: shopOwner.viewer.id,
    name: "Stock",
    hash: "of a test",
    hint: "ssk_…test",
    scopes: ["listings:write"],
  });
  const reset = await insertRow("factor_resets", {
    user_id: player.viewer.id,
    reason: "lost",
    words: "They called.",
    due_at: tomorrow,
  });
  const item = { user_id: player.viewer.id, listing_type: racket.type, listing_id: racket.id };
  await insertRows("favorites", item);
  await insertRows("recently_viewed", item);
  await insertRows("cart_items", item);
  await new Visitor().submit(
    enter,
    "/auth?mode=signup",
    signUpFields("Unverified", "unverified@example.com"),
  );
  const enrolled = await newEnrolled("Halfway");
  /** A visitor whom the shop asks for the second factor: the password was right. */
  const halfway = new Visitor();
  await halfway.submit(enter, "/auth", signInFields("Halfway"));
  await startEmailChange(player.viewer, "another@example.com");
  const link = new URLSearchParams((await newestLink(player.viewer.email)).split("?")[1]);
  const topic = new URL(unsubscribeLink({ userId: player.viewer.id, topic: "digest" }, "en-GB"));
  const question = await insertRow("case_questions", {
    case_id: await caseAbout("listing", spare.id, { by: late }),
    words: "Is it yours?",
  });
  const known: Readonly<Record<string, string>> = {
    RESET: (await resetTokenFor(forgetful.viewer.email))?.token ?? "",
    LINK: link.get("token") ?? "",
    TOPIC: topic.searchParams.get("token") ?? "",
    SPARE: spare.id,
    ROOM: room,
    ORDER: order,
    AGREED: agreed,
    DONE: receivedOrder,
    SEARCH: search.id,
    REVIEW: review.id,
    KEEPER: shopOwner.viewer.username,
    FEED: feed.id,
    ANSWERS: answers.id,
    WEBHOOK: webhook.id,
    SECRET: key.id,
    SEVERAL: several.id,
    OFFERED: offered.id,
    CASE: await caseAbout("person", shopOwner.viewer.username, { by: late }),
    QUESTION: question.id,
    DECISION: decision,
    REPORT: (await findRow("reports", { case_id: decided }, ["id"])).id,
    TALK: await caseAbout("listing", racket.id, { by: talker }),
    TALKROOM: talkRoom,
    REFUSABLE: reset.id,
  };
  const challenge = challengeCookieName();
  return {
    people: { visitor: null, halfway: null, enrolled: null, player, shopOwner, late, moderator, operator },
    cookies: {
      halfway: new Map([[challenge, halfway.cookies.get(challenge) ?? ""]]),
      enrolled: enrolled.visitor.cookies,
    },
    addressOf: (place) => place.replace(/[A-Z]{4,}/g, (name) => known[name] ?? name),
    typedFor(name, address) {
      if (name === "username" && address.endsWith("/profile/delete")) return player.viewer.username;
      if (name === "code" && address.includes("by=backup")) return "abcde-fghij";
      return VALUES[name] ?? "Typed by hand";
    },
  };
}
