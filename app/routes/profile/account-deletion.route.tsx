import { href, useNavigation } from "react-router";
import { z } from "zod";
import { DELETION_STEPS, PRE_DELETION_STEPS } from "#app/account-deletion.server.ts";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { DeletePanel } from "#app/features/accounts/account-deletion/ui/delete-panel.tsx";
import { isDeletedName } from "#app/features/accounts/queries.server.ts";
import { deleteSchema } from "#app/features/accounts/schema.ts";
import { openDealings } from "#app/features/offers/open-dealings.server.ts";
import { OpenDealings } from "#app/features/offers/ui/open-dealings.tsx";
import { m } from "#app/paraglide/messages.js";
import { HELD_DAYS } from "#app/platform/held-usernames.server.ts";
import { requireConfirmed, sessionTokenOf, viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/account-deletion.route.ts";

/** /profile/delete: asks to finish what others wait for, explains what is deleted, and deletes the account. */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await requireConfirmed(request);
  return { username: viewer.username, heldDays: HELD_DAYS, dealings: await openDealings(viewer) };
}

export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: async () => {
      const isOver = sessionTokenOf(request) !== null && !(await viewerOf(request));
      return isOver ? null : requireConfirmed(request);
    },
    schema: (viewer) => (viewer ? deleteSchema(viewer.username) : z.object({ username: z.string() })),
    command: async ({ username }, person) => {
      // A second click, or another tab: the account is already deleted. After any other end of the session, the person
      // is asked to sign in.
      if (!person && (await isDeletedName(username))) return { to: href("/") };
      const viewer = person ?? (await requireConfirmed(request));
      const dealings = await openDealings(viewer);
      const outcome = await deleteAccount(
        request,
        viewer,
        DELETION_STEPS,
        PRE_DELETION_STEPS,
        dealings.map(({ name }) => name),
      );
      if (outcome.kind === "gone") return { to: href("/") };
      const toast = { title: m.deletion_done_title(), description: m.deletion_done_text() };
      return { to: href("/"), headers: outcome.headers, toast };
    },
  });
}

export function meta() {
  return titled(m.deletion_title());
}

export default function DeletePage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.has("username") ?? false;
  const { dealings, ...account } = loaderData;
  return (
    <DeletePanel {...account} result={actionData?.result} busy={busy}>
      <OpenDealings dealings={dealings} />
    </DeletePanel>
  );
}
