import { redirect } from "react-router";
import { readAddress } from "#app/features/saved-searches/canonical-search.server.ts";
import { changeSaved, removeSaved, savePage } from "#app/features/saved-searches/commands.server.ts";
import { savingSchema } from "#app/features/saved-searches/schema.ts";
import { newPath, SAVED_ACTION, SAVED_PATH } from "#app/features/saved-searches/view.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { SentToast } from "#app/ui/toast.ts";
import type { Route } from "./+types/saved.route.ts";

/** The saved searches are a tab of the favourites page. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireViewer(request);
  return redirect(SAVED_PATH);
}

/** The page that saves the search of a page. */
function savingPage(page: string): string {
  const search = readAddress(page);
  return search ? newPath(search.address) : SAVED_PATH;
}

export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: signedInOr(m.saved_sign_in, savingPage),
    schema: savingSchema,
    coerces: false,
    onOtherPage: true,
    failedTitle: (reason) => (reason === "saved_too_many" ? m.saved_too_many() : m.ui_error()),
    async command(input, viewer): Promise<{ toast: SentToast }> {
      switch (input.intent) {
        case "save": {
          const { isNew } = await savePage(viewer, input.of, input);
          const title = isNew ? m.search_saved_now() : m.search_saved_before();
          return { toast: { title, tone: "good", link: { label: m.search_saved_all(), to: SAVED_PATH } } };
        }
        case "remove": {
          const { address, name, notify } = await removeSaved(viewer, input.id);
          const fields = { intent: "save", of: address, name, notify: notify ? "on" : "off" };
          const undo = { path: SAVED_ACTION, fields };
          return { toast: { title: m.search_saved_removed(), tone: "good", undo } };
        }
        case "notify": {
          await changeSaved(viewer, input.id, { notify: input.notify });
          const title = input.notify ? m.saved_notify_is_on() : m.saved_notify_is_off();
          return { toast: { title, tone: "good" } };
        }
      }
    },
  });
}
