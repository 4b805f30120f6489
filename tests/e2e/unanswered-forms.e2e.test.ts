import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { startJobs } from "#app/platform/jobs.server.ts";
import { PASSWORD } from "#tests/support/accounts.ts";
import { KNOWN, routeOf } from "#tests/support/crawl.ts";
import { type FormScene, formScene, PLACES } from "#tests/support/form-places.ts";
import { openShop } from "#tests/support/shop.ts";

// When the answer to a form is lost, the form must stay, keep its input, and say what happened. These tests check a form
// for each action that has one.
const shop = openShop({ GOOGLE_CLIENT_ID: "shop", GOOGLE_CLIENT_SECRET: "a secret of tests" });
let scene: FormScene;

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
  "moderation/conversation-photo.route.ts": "it refuses every form",
  "moderation/report-picture.route.ts": "it refuses every form",
  "moderation/queue.route.tsx": "it refuses every form",
  "listings/still-for-sale.route.tsx":
    "its button needs a seller who answers nobody: silent-sellers.db.test.ts",
  "operator/counts.route.ts": "it refuses every form",
  "operator/jobs.route.tsx": "its button needs a job that failed: jobs.db.test.ts",
  "operator/log.route.ts": "it refuses every form",
  "operator/overview.route.tsx": "it refuses every form",
  "moderation/people.route.tsx": "it refuses every form",
  "operator/people.route.tsx": "it refuses every form",
  "operator/records.route.tsx": "it refuses every form",
  "operator/reviews.route.tsx": "its buttons need a review of a finished deal: home.db.test.ts",
  "operator/synonyms.route.ts": "it refuses every form",
  "photos/photo.route.ts": "a script calls it",
  "photos/upload.route.ts": "a script calls it",
  "notifications/choose.route.ts": "a script calls it for each switch",
  "notifications/notifications.route.tsx": "a script calls it for each notice",
  "notifications/push.route.ts": "a script calls it, and its forms need a browser with a push service",
  "notifications/read.route.ts": "a script calls it",
  "notifications/settings.route.tsx": "a script sends each switch",
  "preferences/mine.route.ts": "a script calls it",
  "shell/language.route.ts": "a script calls it while the browser opens the next page",
  "shell/region-call.route.ts": "a script calls it",
};

beforeAll(() => startJobs(shop.server.databaseUrl, {}));

beforeAll(async () => {
  scene = await formScene();
});

/** Toasts, except those about an earlier loss on the same page, which stay for 15 seconds. */
const toasts = (page: Page) => page.locator("[data-toast]:not([data-earlier])");

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
    else if (type !== "file" && type !== "hidden") await input.fill(scene.typedFor(name, form.page().url()));
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
  await page.locator("[data-toast]").evaluateAll((all) => {
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
    const { page, context } = await shop.openAs(scene.people[who] ?? null);
    const url = shop.server.url;
    await context.addCookies([...(scene.cookies[who] ?? [])].map(([name, value]) => ({ name, value, url })));
    page.setDefaultTimeout(10_000);
    const faults: string[] = [];
    for (const place of PLACES[who] ?? []) {
      const address = scene.addressOf(place);
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
    const { page } = await shop.openAs(place.startsWith("/auth") ? null : (scene.people.player ?? null));
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

// Law 14: fails when React Router stores route modules elsewhere than shell/route-modules.ts registers them.
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
