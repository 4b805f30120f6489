import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unsubscribeLink } from "#app/features/accounts/mail-preferences.server.ts";
import { startEmailChange } from "#app/features/accounts/profile/email-change.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { resetTokenFor } from "#app/platform/auth.server.ts";
import { challengeCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { action as enter } from "#app/routes/accounts/auth.route.tsx";
import { newestLink, PASSWORD, signInFields, signUpFields } from "#tests/support/accounts.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { KNOWN, routeOf } from "#tests/support/crawl.ts";
import { offeredRacket, offerWithoutNotice } from "#tests/support/offers.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { newEnrolled } from "#tests/support/second-factor.ts";
import { openShop } from "#tests/support/shop.ts";
import { Visitor } from "#tests/support/visitor.ts";

// When the answer to a form is lost, the form must stay, keep its input, and say what happened. These tests check a form
// for each action that has one.
const shop = openShop({ GOOGLE_CLIENT_ID: "shop", GOOGLE_CLIENT_SECRET: "a secret of tests" });
let player: Person;
let shopOwner: Person;
/** A person whose last confirmation is too old for protected pages. */
let late: Person;
/** A visitor who has entered the password, but not yet the second factor. */
let halfway: Visitor;
let moderator: Person;
let operator: Person;
/** Ids and tokens, by the words in capital letters that stand for them in `PLACES`. */
let known: Readonly<Record<string, string>>;

/** The pages whose forms are tested, by the person who opens them. Together they have a form for each action. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
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
    "/profile/email",
    "/profile/email/link?token=LINK",
    "/profile/security",
    "/profile/security/identities",
    "/profile/security/phone",
    "/profile/security/password",
    "/profile/security/two-factor",
    "/profile/delete",
    "/profile/played",
    "/cart",
    "/favorites?select",
    "/favorites?tab=searches",
    "/recently-viewed?select",
    "/search/saved/new?of=%2Frackets%3Fbrand%3DHead",
    "/search/saved/SEARCH",
    "/orders/ORDER",
    "/orders/DONE/review",
    "/messages/ROOM/block",
    "/sellers/KEEPER/block",
    "/offers/new?listing=racket:OFFERED",
    "/offers",
    "/buy?listing=racket:OFFERED",
    "/preferences/sizes",
    "/rackets/SPARE",
  ],
  shopOwner: [
    "/my-listings",
    "/rackets/SEVERAL",
    "/deals/new?listing=racket:SPARE",
    "/reviews/REVIEW/answer",
    "/report/review/REVIEW",
    "/statements/DECISION",
    "/sell/business/stock",
    "/sell/business/trader",
  ],
  late: ["/profile/security/confirm", "/messages/blocked"],
  moderator: ["/moderation/cases/CASE"],
  operator: ["/operator/staff", "/operator/settings", "/operator/promises"],
};

/** Actions of forms that send nothing, by person: a visitor's chat button only leads to the sign-in. */
const UNSENT: Readonly<Record<string, string>> = { visitor: "/chat/rooms" };

/** Actions that have no form on these pages, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  "accounts/auth-callback.route.tsx": "providers send it",
  "accounts/id-token.route.ts": "providers' own buttons call it",
  "profile/data-export-archive.route.ts": "the browser downloads its response",
  "profile/picture.route.tsx": "a script sends the cropped picture",
  "assistant/votes.route.ts": "a script calls it",
  "stock/dashboard.route.tsx": "a script sends the file, in parts",
  "stock/pictures.route.ts": "its button needs pictures that failed",
  "stock/stock-item.route.ts": "a script calls it for each cell",
  "stock/upload.route.ts": "a script calls it",
  "stock/uploads.route.ts": "a script calls it",
  "chat/block-room.route.ts": "a script calls it",
  "chat/messages.route.ts": "a script calls it, and retries: chat-delivery.e2e.test.ts",
  "chat/read.route.ts": "a script calls it",
  "chat/thread.route.tsx": "an unsent message is retried: chat-delivery.e2e.test.ts",
  "chat/typing.route.ts": "a script calls it",
  "home/not-found.route.tsx": "no form is sent to it",
  "legal/accept.route.tsx": "its button needs terms of the operator: accept.db.test.ts",
  "listings/form.route.tsx": "it needs a photo: drafts-and-focus.e2e.test.ts",
  "moderation/case-photo.route.ts": "it refuses every form",
  "moderation/report-picture.route.ts": "it refuses every form",
  "moderation/queue.route.tsx": "it refuses every form",
  "listings/still-for-sale.route.tsx":
    "its button needs a seller who answers nobody: silent-sellers.db.test.ts",
  "operator/counts.route.ts": "it refuses every form",
  "operator/jobs.route.tsx": "its button needs a job that failed: jobs.db.test.ts",
  "operator/log.route.ts": "it refuses every form",
  "operator/overview.route.tsx": "it refuses every form",
  "operator/people.route.tsx": "it refuses every form",
  "operator/records.route.tsx": "it refuses every form",
  "operator/reviews.route.tsx": "its buttons need a review of a finished deal: home.db.test.ts",
  "photos/photo.route.ts": "a script calls it",
  "photos/upload.route.ts": "a script calls it",
  "notifications/choose.route.ts": "a script calls it for each switch",
  "notifications/notifications.route.tsx": "a script calls it for each notice",
  "notifications/read.route.ts": "a script calls it",
  "notifications/settings.route.tsx": "a script sends each switch",
  "preferences/mine.route.ts": "a script calls it",
  "shell/language.route.ts": "a script calls it while the browser opens the next page",
  "shell/region-call.route.ts": "a script calls it",
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
};

beforeAll(() => startJobs(shop.server.databaseUrl, {}));
afterAll(stopJobs);

beforeAll(async () => {
  [player, shopOwner, late] = [await person("player"), await person("shop-owner"), await person("late")];
  [moderator, operator] = [await staffPerson("moderator"), await staffPerson("operator")];
  await db()
    .updateTable("sessions")
    .set({ confirmed_at: new Date(Date.now() - 86_400_000) })
    .where("user_id", "=", late.viewer.id)
    .execute();
  const tomorrow = new Date(Date.now() + 86_400_000);
  const elsewhere = { user_id: player.viewer.id, token: "elsewhere", expires_at: tomorrow };
  await db().insertInto("sessions").values(elsewhere).execute();
  const spare = await racketOf(shopOwner, { name: "Spare" });
  await setBlockedIn(late.viewer, await openRoom(late.viewer, spare), true);
  const racket = await racketOf(shopOwner, { name: "Wanted" });
  const room = await openRoom(player.viewer, racket);
  const order = await orderOf({
    seller: shopOwner,
    buyer: player,
    state: "open",
    listing: racket,
    roomId: room,
  });
  const receivedOrder = await orderOf({ seller: shopOwner, buyer: player, state: "received" });
  const [search, review] = await Promise.all([
    db()
      .insertInto("saved_searches")
      .values({
        user_id: player.viewer.id,
        address: "/rackets?brand=Wilson",
        name: "Wilson",
        tell: true,
        words: "",
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
    db()
      .insertInto("user_reviews")
      .values({ reviewer_id: player.viewer.id, reviewed_user_id: shopOwner.viewer.id, rating: 4 })
      .returning("id")
      .executeTakeFirstOrThrow(),
  ]);
  const several = await racketOf(shopOwner, { name: "Several" });
  await db().updateTable("listings").set({ quantity: 3 }).where("id", "=", several.id).execute();
  const offered = await offeredRacket(shopOwner);
  await offerWithoutNotice(player, shopOwner, await offeredRacket(shopOwner));
  const decided = await caseAbout("listing", several.id, { by: late });
  const item = { user_id: player.viewer.id, listing_type: racket.type, listing_id: racket.id };
  await db().insertInto("favorites").values(item).execute();
  await db().insertInto("recently_viewed").values(item).execute();
  await db().insertInto("cart_items").values(item).execute();
  await new Visitor().submit(
    enter,
    "/auth?mode=signup",
    signUpFields("Unverified", "unverified@example.com"),
  );
  await newEnrolled("Halfway");
  halfway = new Visitor();
  await halfway.submit(enter, "/auth", signInFields("Halfway"));
  await startEmailChange(player.viewer, "another@example.com");
  const link = new URLSearchParams((await newestLink(player.viewer.email)).split("?")[1]);
  const topic = new URL(unsubscribeLink({ userId: player.viewer.id, topic: "digest" }, "en-GB"));
  known = {
    RESET: (await resetTokenFor(player.viewer.email))?.token ?? "",
    LINK: link.get("token") ?? "",
    TOPIC: topic.searchParams.get("token") ?? "",
    SPARE: spare.id,
    ROOM: room,
    ORDER: order,
    DONE: receivedOrder,
    SEARCH: search.id,
    REVIEW: review.id,
    KEEPER: shopOwner.viewer.username,
    SEVERAL: several.id,
    OFFERED: offered.id,
    CASE: await caseAbout("person", shopOwner.viewer.username, { by: late }),
    DECISION: await warningIn(decided, shopOwner, moderator),
  };
});

const addressOf = (place: string) => place.replace(/[A-Z]{4,}/g, (name) => known[name] ?? name);
/** Toasts, except those about an earlier loss on the same page, which stay for 15 seconds. */
const toasts = (page: Page) =>
  page.locator("[data-sonner-toast][data-visible=true]:not([data-earlier]), [data-plain-toast]");

/** The ways to lose the answer to a form. */
const LOSSES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "a connection that is cut": (page) => page.context().setOffline(true),
  "a server that cannot be reached": (page) => page.route("**", (route) => route.abort("connectionreset")),
  "an answer that breaks off": (page) =>
    page.route("**", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 200, contentType: "text/x-script", body: "[{" })
        : route.continue(),
    ),
  "a server that is unavailable": (page) =>
    page.route("**", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 503, contentType: "text/plain", body: "away" })
        : route.continue(),
    ),
};

/** What to type into the field `name` of a page. Account deletion requires the person's own username. */
function typedFor(name: string, address: string): string {
  if (name === "username" && address.endsWith("/profile/delete")) return player.viewer.username;
  if (name === "code" && address.includes("by=backup")) return "abcde-fghij";
  return VALUES[name] ?? "Typed by hand";
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("main details")) one.setAttribute("open", "");
  });
}

async function fillIn(form: Locator): Promise<void> {
  await unfold(form.page());
  const id = (await form.getAttribute("id")) ?? "none";
  const inputs = form.locator("input, textarea, select").or(form.page().locator(`[form="${id}"]`));
  for (const input of await inputs.all()) {
    if (!(await input.isVisible()) || !(await input.isEditable().catch(() => false))) continue;
    const [tag, type, name] = await input.evaluate((one) => [
      one.tagName,
      one.getAttribute("type") ?? "text",
      one.getAttribute("name") ?? "",
    ]);
    if (tag === "SELECT") await input.selectOption({ index: 1 });
    else if (type === "radio" || type === "checkbox") await input.check({ force: true });
    else if (type !== "file" && type !== "hidden") await input.fill(typedFor(name, form.page().url()));
  }
}

const typedIn = (form: Locator) =>
  form.evaluate((one) => {
    const fields = new FormData(one as HTMLFormElement);
    for (const hidden of one.querySelectorAll("input[type=hidden]"))
      fields.delete(hidden.getAttribute("name") ?? "");
    return JSON.stringify([...fields].filter(([, value]) => typeof value === "string"));
  });

/** How many forms have lost their answer, by the way in `LOSSES`. */
const sentBy = new Map(Object.keys(LOSSES).map((loss) => [loss, 0]));

/** Submits a form and loses the answer in the way `loss`. Returns what is then wrong with the page. */
async function sendUnanswered(page: Page, form: Locator, loss: string): Promise<string[]> {
  const faults: string[] = [];
  await fillIn(form);
  const typed = await typedIn(form);
  const currentAddress = () => page.url().split("#")[0];
  const address = currentAddress();
  await page.locator("[data-sonner-toast]").evaluateAll((all) => {
    for (const one of all) one.setAttribute("data-earlier", "");
  });
  await LOSSES[loss]?.(page);
  sentBy.set(loss, (sentBy.get(loss) ?? 0) + 1);
  await form.locator("button[type=submit], button:not([type])").last().click();
  const hasToast = await toasts(page)
    .first()
    .waitFor()
    .then(() => true)
    .catch(() => false);
  if (!hasToast) faults.push("nothing was said");
  if (currentAddress() !== address || !(await form.isVisible())) return [...faults, "the form is gone"];
  const left = await typedIn(form);
  if (left !== typed) faults.push(`of ${typed} is left ${left}`);
  return faults;
}

/** The way to lose an answer that was used least so far. */
const nextLoss = () => [...sentBy].reduce((least, next) => (next[1] < least[1] ? next : least))[0];

/** The action and the field names of a form, without ids. The forms of a list's entries have the same text. */
const kindOf = (form: Locator) =>
  form.evaluate((one) => {
    const names = [...one.querySelectorAll("[name]")].map(
      (field) =>
        `${field.getAttribute("name")}=${field.tagName === "BUTTON" ? field.getAttribute("value") : ""}`,
    );
    const ids = /[0-9a-f-]{36}/g;
    return `${one.getAttribute("action") ?? location.pathname} ${names}`.replace(ids, "ID");
  });

/** The route files of the actions whose forms were tested. */
const sentTo = new Set<string>();

test.each(Object.keys(PLACES))(
  "each kind of form on the pages that PLACES lists for %s stays, with its input, when its answer is lost",
  async (who) => {
    const { page, context } = await shop.openAs(
      { visitor: null, player, shopOwner, late, moderator, operator }[who] ?? null,
    );
    const challenge = challengeCookieName();
    if (who === "halfway")
      await context.addCookies([
        { name: challenge, value: halfway.cookies.get(challenge) ?? "", url: shop.server.url },
      ]);
    page.setDefaultTimeout(10_000);
    const faults: string[] = [];
    for (const place of PLACES[who] ?? []) {
      const address = addressOf(place);
      await page.goto(address);
      await unfold(page);
      const forms = page.locator("main form[method=post]:has(button[type=submit]:visible)");
      const count = await forms.count();
      if (count === 0) faults.push(`${place}: has no form`);
      const kinds = await Promise.all((await forms.all()).map(kindOf));
      let isUnchanged = true;
      for (let index = 0; index < count; index += 1) {
        if (kinds.indexOf(kinds[index] ?? "") < index) continue;
        if (!isUnchanged) await page.goto(address);
        await unfold(page);
        const form = forms.nth(index);
        const action = await form.evaluate((one) => one.getAttribute("action") ?? location.pathname);
        if (action === UNSENT[who]) continue;
        const route = routeOf(new URL(action, page.url()).pathname);
        if (route) sentTo.add(route.file);
        // Offline, a form that posts to another URL must not navigate there: that page could not be loaded, and the
        // form would be gone.
        const leadsElsewhere = new URL(action, page.url()).pathname !== new URL(page.url()).pathname;
        const loss = leadsElsewhere ? "a connection that is cut" : nextLoss();
        const found = await sendUnanswered(page, form, loss).catch(({ message }: Error) => [
          message.slice(0, 300),
        ]);
        await page.context().setOffline(false);
        await page.unroute("**");
        isUnchanged = found.length === 0;
        for (const fault of found) faults.push(`${place}, form ${index + 1} (${action}), ${loss}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  },
);

test.each<[string, Record<string, string>, string]>([
  ["/profile/security/phone", { phone: "+31612345678" }, "form:has(input[name=code])"],
  ["/auth/code", { to: "somebody@example.com" }, "form:has(input[name=code])"],
  ["/auth", { identifier: "Unverified", password: PASSWORD }, "form:has(input[value=resend])"],
])(
  "the second form at %s also stays, with its input, when its answer is lost",
  async (place, typed, next) => {
    const { page } = await shop.openAs(place.startsWith("/auth") ? null : player);
    await page.goto(place);
    for (const [name, value] of Object.entries(typed))
      await page.locator(`main input[name=${name}]`).fill(value);
    const first = page.locator("main form", { has: page.locator(`input[name=${Object.keys(typed)[0]}]`) });
    await first.locator("button[type=submit]").last().click();
    const form = page.locator(`main ${next}`);
    await form.waitFor();
    // The same code handles a lost answer to all three forms, so only the form at /auth loses it in every way.
    for (const loss of place === "/auth" ? Object.keys(LOSSES) : [nextLoss()]) {
      expect([loss, await sendUnanswered(page, form, loss)]).toEqual([loss, []]);
      await page.context().setOffline(false);
      await page.unroute("**");
    }
    if (place === "/auth")
      expect(await page.locator("input[name=identifier]").first().inputValue()).toBe("Unverified");
  },
);

// Law 14: fails when React Router stores route modules elsewhere than shell/empty-modules.ts registers them.
test("a form that is sent to a route without a page does not load the module of this route", async () => {
  const { page } = await shop.openAs(null);
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/item.route-")) fetched.push(request.url());
  });
  await page.goto("/rackets");
  await page.getByRole("article").getByRole("link", { name: "Spare" }).click();
  const postResponse = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Add to cart: Spare" }).click();
  expect(new URL((await postResponse).url()).pathname).toBe("/cart/item.data");
  expect(fetched).toEqual([]);
});

test("a form was sent to every action except those in OTHERS, and each way to lose an answer was used at least eight times", () => {
  const actions = new Set(
    KNOWN.map(({ file }) => file).filter((file) =>
      /export (async )?function action|export const action/.test(readFileSync(`app/${file}`, "utf8")),
    ),
  );
  const left = [...actions].filter((file) => !sentTo.has(file)).map((file) => file.replace("routes/", ""));
  expect(left.sort()).toEqual(Object.keys(OTHERS).sort());
  for (const [loss, times] of sentBy) expect(times, loss).toBeGreaterThanOrEqual(8);
});
