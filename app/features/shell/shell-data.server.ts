import { env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { currentLocale, currentRequest } from "#app/platform/request-context.server.ts";
import { renewedSessionCookie, visitOf } from "#app/platform/session.server.ts";
import { splitLocale } from "./locale.ts";
import type { MenuCategory, ShellData } from "./shell-data.ts";

const VISITOR = { viewer: null, unread: 0, after: 0 } as const;

/**
 * What the frame shows, and the cookies that go with it. It never fails: when nobody can be asked who is signed in,
 * the frame is a visitor's, and the page inside it says what is wrong.
 */
export async function shellData(
  request: Request,
  categories: readonly MenuCategory[],
): Promise<{ shell: ShellData; cookies: string[] }> {
  const person = await personOf(request);
  const { flash, clear } = takeFlash(request);
  const shell: ShellData = {
    ...person,
    flash,
    categories,
    locale: currentLocale(),
    year: new Date().getUTCFullYear(),
    origin: env().baseUrl,
    canonicalPath: splitLocale(new URL(request.url).pathname).path,
    requestId: currentRequest()?.id ?? "",
  };
  return { shell, cookies: [clear, renewedSessionCookie(request)].filter((cookie) => cookie !== null) };
}

async function personOf(request: Request): Promise<Pick<ShellData, "viewer" | "unread" | "after">> {
  try {
    const visit = await visitOf(request);
    if (!visit) return VISITOR;
    const { viewer, unread, after } = visit;
    return { viewer: { id: viewer.id, username: viewer.username, avatarUrl: null }, unread, after };
  } catch (error) {
    logger.error({ err: error, path: new URL(request.url).pathname }, "who is signed in could not be read");
    return VISITOR;
  }
}
