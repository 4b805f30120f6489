import { href } from "react-router";
import { timeZoneIn } from "#app/domain/choices.ts";
import { fixedPath } from "#app/domain/indexing.ts";
import { safeNext, splitLocale, withNext } from "#app/domain/local-path.ts";
import { presentLegalLinks } from "#app/features/legal/present.server.ts";
import { termsToAccept } from "#app/features/legal/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { baseLocale } from "#app/paraglide/runtime.js";
import { choicesToAdopt } from "#app/platform/choices.server.ts";
import { env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { appPath } from "#app/platform/locale.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { knownRates } from "#app/platform/rates.server.ts";
import { currentLocale, currentRequest } from "#app/platform/request-context.server.ts";
import { visitOf } from "#app/platform/session.server.ts";
import { madePromises, storedSettings } from "#app/platform/settings.server.ts";
import type { MenuCategory, ShellData } from "./shell-data.ts";

const VISITOR = {
  viewer: null,
  viewerKnown: true,
  unread: 0,
  unreadChats: 0,
  after: 0,
  announcements: [],
  cookies: [],
} as const;

/**
 * The data of the header and footer, and the cookies to set. When the session cannot be read, the header is that of a
 * signed-out visitor, so that error pages can still be rendered.
 */
export async function shellData(
  request: Request,
  categories: readonly MenuCategory[],
): Promise<{ shell: Omit<ShellData, "cart">; cookies: string[] }> {
  const [{ cookies: theirs, ...person }, rates, banner, promises] = await Promise.all([
    personOf(request),
    knownRates(),
    bannerNow(),
    madePromises(),
  ]);
  const { flash, clear } = takeFlash(request);
  const shell: Omit<ShellData, "cart"> = {
    ...person,
    announcements: [...banner, ...person.announcements],
    flash,
    categories,
    legal: presentLegalLinks(),
    promises,
    locale: currentLocale(),
    year: new Date().getUTCFullYear(),
    clock: person.viewer && clockOf(request),
    origin: env().baseUrl,
    canonicalPath: fixedPath(splitLocale(new URL(request.url).pathname).path),
    requestId: currentRequest()?.id ?? "",
    ratesDated: rates.map(({ dated }) => dated).sort()[0],
  };
  const cookies = [clear, ...theirs].filter((cookie) => cookie !== null);
  return { shell, cookies };
}

function clockOf(request: Request): ShellData["clock"] {
  const timeZone = timeZoneIn(request.headers.get("cookie"));
  return timeZone === null ? null : { timeZone, now: new Date().toISOString() };
}

type Person = Pick<
  ShellData,
  "viewer" | "viewerKnown" | "unread" | "unreadChats" | "after" | "announcements"
> & {
  readonly cookies: readonly string[];
};

async function personOf(request: Request): Promise<Person> {
  try {
    const visit = await visitOf(request);
    if (!visit) return VISITOR;
    const { viewer, avatarUrl, unread, unreadChats, after } = visit;
    return {
      viewer: { id: viewer.id, username: viewer.username, avatarUrl },
      viewerKnown: true,
      unread,
      unreadChats,
      after,
      announcements: await askedTerms(request, viewer.id).catch((error: unknown) => {
        logger.error({ err: error }, "the terms could not be read");
        return [];
      }),
      cookies: await choicesToAdopt(request),
    };
  } catch (error) {
    logger.error({ err: error, path: new URL(request.url).pathname }, "who is signed in could not be read");
    return { ...VISITOR, viewerKnown: false };
  }
}

/**
 * The request to accept the current terms, unless the viewer accepted them or is on the page that asks (decision 0093).
 */
async function askedTerms(request: Request, userId: string): Promise<ShellData["announcements"]> {
  const page = href("/terms/accept");
  const path = appPath(request.url);
  if (path.split("?")[0] === page) return [];
  const terms = await termsToAccept(userId);
  if (!terms) return [];
  const text = terms.acceptedBefore ? m.terms_changed() : m.terms_new();
  return [{ text, link: { label: m.terms_read(), href: withNext(page, safeNext(path)) } }];
}

/**
 * The operators' banner, in the base language if it lacks the current one; shown until the end of its last day (UTC).
 */
async function bannerNow(): Promise<ShellData["announcements"]> {
  try {
    const { banner, bannerUntil } = await storedSettings();
    if (bannerUntil === null || bannerUntil < new Date().toISOString().slice(0, 10)) return [];
    const text = banner[currentLocale()] ?? banner[baseLocale];
    return text === undefined ? [] : [{ text }];
  } catch (error) {
    logger.error({ err: error }, "the settings could not be read");
    return [];
  }
}
