import type { BrowserContext, BrowserContextOptions, CDPSession, Page, Worker } from "playwright-core";
import { expect, test } from "vitest";
import { publicPushKey } from "#app/features/push/keys.server.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { browserKeys } from "#tests/support/push-service.ts";
import { findRow, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  serviceWorkers: "allow",
};

/**
 * Runs in the service worker. The headless shell of Chromium refuses all notifications, so the worker keeps a list of those
 * that it would show.
 */
const KEEP_SHOWN = `
  let shown = [];
  const without = (tag) => shown.filter((notification) => notification.tag !== tag);
  self.registration.showNotification = async (title, options) => {
    const close = () => void (shown = without(options.tag));
    shown = [...without(options.tag), { title, ...options, close }];
  };
  self.registration.getNotifications = async () => shown;
`;

/** Runs in the service worker: it keeps the answers that it gets. */
const KEEP_ANSWERS = `
  self.answers = [];
  const fetchAnswer = self.fetch;
  self.fetch = async (...request) => {
    const answer = await fetchAnswer(...request);
    self.answers.push(answer);
    return answer;
  };
`;

/** Chromium's door for messages of a push service. */
async function pushDoor(context: BrowserContext, page: Page) {
  const session: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (payload: object) => {
    const { origin } = new URL(page.url());
    await session.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId,
      data: JSON.stringify(payload),
    });
  };
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers();
  return worker ?? context.waitForEvent("serviceworker");
}

const shownIn = async (
  context: BrowserContext,
): Promise<{ title: string; body: string; tag: string; path: string }[]> =>
  (await workerOf(context)).evaluate(`self.registration.getNotifications().then((all) =>
    all.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path })))`);

/** Runs in the service worker: presses the notification that is shown, and returns the path that it opens. */
const PRESS = `self.registration.getNotifications().then(
  ([notification]) =>
    new Promise((resolve) => {
      self.clients.openWindow = async (path) => resolve(path);
      self.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
    }),
)`;

async function subscribe({ viewer, session }: Person): Promise<void> {
  const { id } = await findRow("sessions", { token: session }, ["id"]);
  const { p256dh, auth } = browserKeys();
  await insertRows("push_subscriptions", {
    user_id: viewer.id,
    session_id: id,
    endpoint: `https://push.example.com/${id}`,
    p256dh,
    auth,
    server_key: publicPushKey(),
  });
}

test("a push becomes a notification, which opens its place and goes when that is read", async () => {
  const [owner, buyer] = [await person("owner"), await person("buyer")];
  const roomId = await insertedRoom(owner, buyer);
  const path = `/messages/${roomId}`;
  const { page, context } = await shop.openAs(owner, PHONE);
  await page.goto("/help");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await (await workerOf(context)).evaluate(KEEP_SHOWN);
  const deliver = await pushDoor(context, page);
  const note = { tag: path, title: "buyer", text: "Is it still for sale?", path, lang: "en-GB" };

  // The shop is on the screen.
  await deliver({ ...note, always: false });
  await deliver({ ...note, tag: "other", path: "/orders", always: true });
  await expect
    .poll(() => shownIn(context))
    .toEqual([{ title: "buyer", body: note.text, tag: "other", path: "/orders" }]);
  await deliver({ close: true, current: ["other"] });
  await deliver({ close: true, current: [] });
  await expect.poll(() => shownIn(context)).toEqual([]);

  const search = { tag: "search", path: "/rackets?brand=Head", always: true, current: [] };
  await deliver({ ...note, ...search });
  await deliver({ ...note, always: true, current: ["search"] });
  await expect.poll(async () => (await shownIn(context)).map(({ tag }) => tag)).toEqual(["search", path]);
  await page.goto("/rackets?brand=Wilson");
  await deliver({ ...note, text: "Hello?", always: true, current: ["search"] });
  await expect
    .poll(async () => (await shownIn(context)).map(({ body }) => body))
    .toEqual([note.text, "Hello?"]);
  await page.goto("/rackets?brand=Head");
  await expect.poll(() => shownIn(context)).toEqual([{ title: "buyer", body: "Hello?", tag: path, path }]);

  // A window opens only after a press on the notification itself, which a test cannot make: the worker tells where.
  expect(await (await workerOf(context)).evaluate(PRESS)).toBe(path);
  await expect.poll(() => shownIn(context)).toEqual([]);

  await deliver({ ...note, always: true });
  await expect.poll(() => shownIn(context)).toHaveLength(1);
  await page.goto(path);
  await expect.poll(() => shownIn(context)).toEqual([]);
});

async function insertedRoom(seller: Person, buyer: Person): Promise<string> {
  const racket = await racketOf(seller);
  const { id } = await insertRow("chat_rooms", {
    listing_type: racket.type,
    listing_id: racket.id,
    listing_name: "Blade 98",
    seller_id: seller.viewer.id,
    buyer_id: buyer.viewer.id,
  });
  return id;
}

test("the settings show each browser and how it is told, and save both", async () => {
  const owner = await person("owner");
  await subscribe(owner);
  const { page } = await shop.openAs(owner, { ...PHONE, serviceWorkers: "block" });
  await page.goto("/notifications/settings");
  await hydrated(page);
  const kinds = page.getByRole("group", { name: "Show on this device" });
  await kinds.getByLabel("Reviews of you").uncheck();
  await page.getByRole("button", { name: "Save: Show on this device" }).click();
  await page.getByText("Your choices have been saved.").waitFor();
  await page.getByLabel("Hide names and content").check();
  await page.getByLabel("From", { exact: true }).selectOption("22:00");
  const saveManner = page.getByRole("button", { name: "Save: Content and times of notifications" });
  await saveManner.click();
  await page.getByRole("alert").getByText("Choose two different hours").waitFor();
  await page.getByLabel("Until", { exact: true }).selectOption("07:00");
  await saveManner.click();
  await expect
    .poll(() => findRow("user_preferences", { user_id: owner.viewer.id }, ["quiet_from", "push_hidden"]))
    .toEqual({ quiet_from: 22, push_hidden: true });
  const { off_kinds } = await findRow("push_subscriptions", { user_id: owner.viewer.id }, ["off_kinds"]);
  expect(off_kinds).toEqual(["review"]);
});

test("who sends a first message is asked, and not a second time", async () => {
  const [owner, buyer] = [await person("owner"), await person("buyer")];
  const roomId = await insertedRoom(owner, buyer);
  const { page } = await shop.openAs(buyer, PHONE);
  // The headless shell would say "denied".
  await page.addInitScript('Object.defineProperty(Notification, "permission", { value: "default" })');
  await page.goto(`/messages/${roomId}`);
  await hydrated(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const question = page.getByRole("region", { name: /^Would you like to know when owner\d+ replies\?$/ });
  const write = async (text: string) => {
    await page.getByRole("textbox").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("log").getByText(text).waitFor();
  };
  expect(await question.count()).toBe(0);
  await write("Is it still for sale?");
  await question.waitFor();
  await page.getByRole("button", { name: "Not now" }).press("Enter");
  await expect.poll(() => question.count()).toBe(0);
  expect(await page.getByRole("textbox").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.reload();
  await hydrated(page);
  await write("I could come today");
  expect(await page.evaluate(() => localStorage.getItem("push asked"))).not.toBeNull();
  expect(await question.count()).toBe(0);
});

/** Runs in a page: its browser is subscribed, as the browser itself says. */
const subscribedBrowser = (userId: string, endpoint: string) => `
  Object.defineProperty(Notification, "permission", { value: "granted" });
  PushManager.prototype.getSubscription = async () => ({ endpoint: ${JSON.stringify(endpoint)}, unsubscribe: async () => true });
  localStorage.setItem("push", "${userId} " + new Date().toISOString().slice(0, 10));
`;

test("a browser is turned off only if the server knows it, and can be turned on when its session ended elsewhere", async () => {
  const owner = await person("owner");
  await subscribe(owner);
  const { endpoint } = await findRow("push_subscriptions", { user_id: owner.viewer.id }, ["endpoint"]);
  const { page, context } = await shop.openAs(owner, PHONE);
  await page.addInitScript(subscribedBrowser(owner.viewer.id, endpoint));
  await page.goto("/notifications/settings");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  const turnOff = page.getByRole("button", { name: "Turn off on this device" });
  await turnOff.waitFor();
  await context.setOffline(true);
  await turnOff.click();
  await page.getByText("Notifications could not be turned off").waitFor();
  await context.setOffline(false);
  expect(await turnOff.count()).toBe(1);
  await updateRows("push_subscriptions", { user_id: owner.viewer.id }, { session_id: null });
  await page.reload();
  await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
  expect(await turnOff.count()).toBe(0);
});

test("who deletes the account here leaves no notifications, and who is refused keeps them", async () => {
  const owner = await person("owner");
  const { page, context } = await shop.openAs(owner, PHONE);
  await page.goto("/profile/delete");
  await hydrated(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const worker = await workerOf(context);
  await worker.evaluate(KEEP_SHOWN + KEEP_ANSWERS);
  const deliver = await pushDoor(context, page);
  await deliver({ tag: "1", title: "Sold", text: "Blade 98", path: "/orders", lang: "en-GB", always: true });
  await expect.poll(() => shownIn(context)).toHaveLength(1);
  const name = page.getByRole("textbox", { name: /^To confirm/ });
  const send = (username: string) =>
    page.evaluate(
      async (body) => {
        const { status } = await fetch("/profile/delete", {
          method: "POST",
          body: new URLSearchParams(body),
        });
        return status;
      },
      { username },
    );
  expect(await send("somebody")).toBe(422);
  await expect
    .poll(() => worker.evaluate("self.answers.at(-1)?.url ?? null"))
    .toContain("/notifications/push");
  expect(await shownIn(context)).toHaveLength(1);
  await name.fill(owner.viewer.username);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByText("Your account has been deleted").first().waitFor();
  await expect.poll(() => shownIn(context)).toEqual([]);
});
