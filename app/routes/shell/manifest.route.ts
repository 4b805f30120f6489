import { installedApp } from "#app/features/shell/installed-app.ts";
import { m } from "#app/paraglide/messages.js";
import { cachePage, currentLocale, NO_QUERY } from "#app/platform/request-context.server.ts";

/** GET /manifest.webmanifest: the web app manifest in the language of the URL (docs/decisions/0040). */
export function loader(): Response {
  cachePage([]);
  const app = installedApp(currentLocale(), {
    description: m.shell_description(),
    search: m.shell_search(),
    sell: m.shell_sell_an_item(),
    messages: m.chat_inbox_title(),
    favorites: m.shell_favorites(),
  });
  return Response.json(app, { headers: { "content-type": "application/manifest+json" } });
}

loader.query = NO_QUERY;
