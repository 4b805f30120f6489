// What the browser runs beside our pages once somebody was here (docs/decisions/0040). It keeps two things: a page that
// says that there is no line, in the languages that were read, and our own built files, whose names say what is in them.
// Pages, answers, photos and whatever else speaks to a person are fetched each time and never kept.

/** Which build this is, so that each brings its own page: server/build.ts writes it here. */
const BUILD = "development";
const OFFLINE = `offline ${BUILD}`;
const FILES = "files";
/** More than a visitor of all pages meets; what was kept first goes first. */
const MOST_FILES = 150;
/** The languages that an address begins with (docs/decisions/0008). */
const LANGUAGE = /^\/(?:nl|de|fr|en-us)(?=\/|$)/;

/** What we keep is the same for everybody, whatever it varies by elsewhere. */
const ANY = { ignoreVary: true };

const languageOf = (url) => LANGUAGE.exec(new URL(url).pathname)?.[0] ?? "";
const offlinePage = (language) => `${language}/offline`;

/** The page of a language, with the files that it is made of. */
async function keepOffline(language) {
  const cache = await caches.open(OFFLINE);
  const address = offlinePage(language);
  if (await cache.match(address, ANY)) return;
  // Without cookies: it is nobody's page.
  const page = await fetch(address, { credentials: "omit" });
  if (!page.ok) return;
  const parts = (await page.clone().text()).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g);
  await cache.addAll(new Set([...parts].map(([, file]) => file)));
  await cache.put(address, page);
}

async function document({ request, preloadResponse, waitUntil }) {
  const language = languageOf(request.url);
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    waitUntil(keepOffline(language).catch(() => {}));
    return answer;
  } catch {
    // An error page of the browser's own is the least that there is, as without us.
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

async function install() {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  await Promise.all([...new Set(["", ...pages.map(({ url }) => languageOf(url))])].map(keepOffline));
  // What waits would be the page of the build before; no open page depends on which of us answers.
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => ![OFFLINE, FILES].includes(name)).map((name) => caches.delete(name)),
  );
  // A page is asked for while we wake up, and not after.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const waitUntil = (work) => event.waitUntil(work);
  if (request.mode === "navigate" && request.destination === "document")
    event.respondWith(document({ request, preloadResponse, waitUntil }));
  else if (pathname.startsWith("/assets/")) event.respondWith(file({ request, waitUntil }));
});
