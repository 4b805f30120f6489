import { fixedPath } from "#app/domain/indexing.ts";
import { presentLegalLinks } from "#app/features/legal/present.server.ts";
import { choicesToAdopt } from "#app/platform/choices.server.ts";
import { env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { knownRates } from "#app/platform/rates.server.ts";
import { currentLocale, currentRequest } from "#app/platform/request-context.server.ts";
import { renewedSessionCookie, visitOf } from "#app/platform/session.server.ts";
import { splitLocale } from "./locale.ts";
import type { MenuCategory, ShellData } from "./shell-data.ts";

const VISITOR = { viewer: null, unread: 0, unreadChats: 0, after: 0, cookies: [] } as const;

/**
 * The frame's data and its cookies. It never fails: when the session cannot be read, the frame is a signed-out
 * visitor's, and the page inside reports the error.
 */
export async function shellData(
  request: Request,
  categories: readonly MenuCategory[],
): Promise<{ shell: Omit<ShellData, "cart">; cookies: string[] }> {
  const [{ cookies: theirs, ...person }, rates] = await Promise.all([personOf(request), knownRates()]);
  const { flash, clear } = takeFlash(request);
  const shell: Omit<ShellData, "cart"> = {
    ...person,
    flash,
    categories,
    legal: presentLegalLinks(),
    locale: currentLocale(),
    year: new Date().getUTCFullYear(),
    origin: env().baseUrl,
    canonicalPath: fixedPath(splitLocale(new URL(request.url).pathname).path),
    requestId: currentRequest()?.id ?? "",
    ratesDated: rates.map(({ dated }) => dated).sort()[0],
  };
  const cookies = [clear, renewedSessionCookie(request), ...theirs].filter((cookie) => cookie !== null);
  return { shell, cookies };
}

type Person = Pick<ShellData, "viewer" | "unread" | "unreadChats" | "after"> & {
  readonly cookies: readonly string[];
};

async function personOf(request: Request): Promise<Person> {
  try {
    const visit = await visitOf(request);
    if (!visit) return VISITOR;
    const { viewer, avatarUrl, unread, unreadChats, after } = visit;
    return {
      viewer: { id: viewer.id, username: viewer.username, avatarUrl },
      unread,
      unreadChats,
      after,
      cookies: await choicesToAdopt(request),
    };
  } catch (error) {
    logger.error({ err: error, path: new URL(request.url).pathname }, "who is signed in could not be read");
    return VISITOR;
  }
}
