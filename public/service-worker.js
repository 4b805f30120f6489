// Caches the offline page in each language that was visited, and built files, whose names contain a hash. Other pages,
// data and photos are never cached: they could be outdated or personal (docs/decisions/0040), except photos that were
// shared to the installed shop. Shows notifications while the shop is closed (docs/decisions/0174).

/** server/build.ts replaces this with the id of the build, so that each build caches its own offline page. */
const BUILD = "development";
const OFFLINE = `offline ${BUILD}`;
const FILES = "files";
/** Photos that were shared to the installed shop (app/features/photos/ui/shared-photos.tsx). */
const SHARED = "shared photos";
const MOST_SHARED = 20;
/** Beyond this number of built files, those that were cached first are deleted. */
const MOST_FILES = 150;
/** The language at the start of a URL's path (docs/decisions/0008); British English has none. */
const LANGUAGE = /^\/(?:nl|de|fr|en-us)(?=\/|$)/;

/** In a page, the address of a built file, of the shop or a CDN (docs/decisions/0200). */
const BUILT_FILE = /(?:href|src)="((?:https?:\/\/[^"/]+)?\/assets\/[^"]+)"/g;

/** For `caches.match`: the cached responses are the same for everybody, although their Vary header names cookies. */
const ANY = { ignoreVary: true };

const languageOf = (url) => LANGUAGE.exec(new URL(url).pathname)?.[0] ?? "";
const offlinePage = (language) => `${language}/offline`;

/** Caches the offline page of a language, with its style sheets and other files. */
async function keepOffline(language) {
  const cache = await caches.open(OFFLINE);
  const address = offlinePage(language);
  if (await cache.match(address, ANY)) return;
  // Without cookies, so that the page contains nothing about a person.
  const page = await fetch(address, { credentials: "omit" });
  if (!page.ok) return;
  const parts = (await page.clone().text()).matchAll(BUILT_FILE);
  await cache.addAll(new Set([...parts].map(([, file]) => file)));
  await cache.put(address, page);
}

async function document({ request, preloadResponse, waitUntil }) {
  const language = languageOf(request.url);
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    // In Firefox, a preload without a network resolves with an error instead of rejecting.
    if (answer.type === "error") throw new TypeError("No answer");
    waitUntil(keepOffline(language).catch(() => {}));
    return answer;
  } catch {
    // Response.error() makes the browser show its own error page.
    return (
      (await caches.match(offlinePage(language), ANY)) ??
      (await caches.match(offlinePage(""), ANY)) ??
      Response.error()
    );
  }
}

async function file({ request, waitUntil }) {
  const kept = await caches.match(request.url, ANY);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) waitUntil(keepFile(request.url, answer.clone()).catch(() => {}));
  return answer;
}

async function keepFile(url, answer) {
  const cache = await caches.open(FILES);
  await cache.put(url, answer);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_FILES)).map((old) => cache.delete(old)));
}

/** Keeps the photos of a share, which the form of a listing offers then, and leads to the choice of the form. */
async function share(request) {
  const next = Response.redirect(`${languageOf(request.url)}/sell/individual`, 303);
  try {
    const photos = (await request.formData()).getAll("photos").filter((photo) => photo instanceof File);
    await caches.delete(SHARED);
    const cache = await caches.open(SHARED);
    const headers = { "last-modified": new Date().toUTCString() };
    const kept = photos.slice(0, MOST_SHARED).map((photo) => new Response(photo, { headers }));
    await Promise.all(kept.map((photo, nth) => cache.put(`/sell/shared/${nth}`, photo)));
  } catch {
    // There is no room for them. The form takes them from the person's pictures.
    await caches.delete(SHARED);
  }
  return next;
}

async function install() {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  await Promise.all([...new Set(["", ...pages.map(({ url }) => languageOf(url))])].map(keepOffline));
  // Takes over from the worker of the previous build at once: no open page depends on the worker.
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => ![OFFLINE, FILES, SHARED].includes(name)).map((name) => caches.delete(name)),
  );
  // The browser requests a page while the worker starts, instead of afterwards.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** The path of a page, without its language and without the ending of React Router's data requests. */
const placeOf = (address) =>
  new URL(address, self.location.origin).pathname.replace(LANGUAGE, "").replace(/\.data$/, "");

/** With its query, in which two searches differ. */
const pageOf = (address) => placeOf(address) + new URL(address, self.location.origin).search;

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function closeNotifications(isRead) {
  const shown = await self.registration.getNotifications();
  for (const notification of shown.filter(isRead)) notification.close();
}

/** @param told a PushPayload (app/features/push/send.server.ts) */
async function push(told) {
  const { tag, title, text, path, lang, current } = told;
  if (current) await closeNotifications((shown) => shown.tag !== tag && !current.includes(shown.tag));
  if (told.close) return;
  // Who looks at the shop is told there.
  const isOpen = (await windows()).some(({ visibilityState }) => visibilityState === "visible");
  if (isOpen && !told.always) return;
  await self.registration.showNotification(title, {
    body: text,
    tag,
    renotify: true,
    lang,
    icon: "/icons/any-192.png",
    badge: "/icons/monochrome-512.png",
    data: { path },
  });
}

/** Opens the place of a notification, in the tab that is there already. Other tabs may have unsaved text. */
async function openPlace({ path }) {
  const there = (await windows()).find(({ url }) => pageOf(url) === pageOf(path));
  await (there ? there.focus() : self.clients.openWindow(path));
}

/** Sends the subscription that the browser made in place of another. Without one, the next page makes it. */
async function subscribeAgain({ newSubscription, oldSubscription }) {
  if (!newSubscription) return;
  const { endpoint, keys } = newSubscription.toJSON();
  const { p256dh, auth } = keys;
  const body = new URLSearchParams({ intent: "subscribe", endpoint, p256dh, auth });
  if (oldSubscription) body.set("before", oldSubscription.endpoint);
  await fetch("/notifications/push", { method: "POST", body, headers: { accept: "application/json" } });
}

/** Who has left here gets no notifications any more, also none that the push service still keeps. */
async function forgetPerson() {
  await caches.delete(SHARED);
  await closeNotifications(() => true);
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function signedOut(request) {
  const form = await request.formData();
  if (form.get("scope") !== "others") await forgetPerson();
}

/** Sends the form that deletes an account, and looks whether it did: it may be refused. */
async function deletion({ request, waitUntil }) {
  const answer = await fetch(request);
  waitUntil(forgetDeleted());
  return answer;
}

async function forgetDeleted() {
  const { status } = await fetch("/notifications/push", { headers: { accept: "application/json" } });
  if (status === 401) await forgetPerson();
}

/** What is opened or read here needs no notification any more. */
function noticeReading(request, waitUntil) {
  const place = placeOf(request.url);
  if (request.mode === "navigate" && request.method === "GET")
    waitUntil(closeNotifications(({ data }) => data && pageOf(data.path) === pageOf(request.url)));
  if (request.method !== "POST") return;
  const [, room] = /^\/chat\/rooms\/([^/]+)\/read$/.exec(place) ?? [];
  if (room) waitUntil(closeNotifications(({ tag }) => tag === `/messages/${room}`));
  if (place === "/sign-out") waitUntil(signedOut(request.clone()));
}

self.addEventListener("push", (event) => event.waitUntil(push(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPlace(event.notification.data));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  const { origin, pathname } = new URL(request.url);
  const waitUntil = (work) => event.waitUntil(work);
  const isBuilt = request.method === "GET" && request.mode !== "navigate" && pathname.startsWith("/assets/");
  // Also from a CDN. Other origins are not ours.
  if (isBuilt) event.respondWith(file({ request, waitUntil }));
  if (isBuilt || origin !== self.location.origin) return;
  noticeReading(request, waitUntil);
  if (request.method === "POST" && placeOf(request.url) === "/sell/shared") event.respondWith(share(request));
  if (request.method === "POST" && placeOf(request.url) === "/profile/delete")
    event.respondWith(deletion({ request, waitUntil }));
  if (request.method === "GET" && request.mode === "navigate" && request.destination === "document")
    event.respondWith(document({ request, preloadResponse, waitUntil }));
});
