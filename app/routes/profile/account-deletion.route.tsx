import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect, useNavigation } from "react-router";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { deleteSchema } from "#app/features/accounts/account-deletion/schema.ts";
import { DeletePanel } from "#app/features/accounts/account-deletion/ui/delete-panel.tsx";
import { faulty, refused, refusedForm, unreadable } from "#app/features/accounts/answers.server.ts";
import { isDeletedName } from "#app/features/accounts/queries.server.ts";
import { deleteStock } from "#app/features/business/account-deletion.server.ts";
import { anonymizeRooms } from "#app/features/chat/account-deletion.server.ts";
import { anonymizeDeals } from "#app/features/deals/account-deletion.server.ts";
import { anonymizeCases } from "#app/features/moderation/account-deletion.server.ts";
import { endOffers } from "#app/features/offers/account-deletion.server.ts";
import { openDealings } from "#app/features/offers/open-dealings.server.ts";
import { OpenDealings } from "#app/features/offers/ui/open-dealings.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { HELD_DAYS } from "#app/platform/held-usernames.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { requireConfirmed, sessionTokenOf, viewerOf } from "#app/platform/session.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/account-deletion.route.ts";

/** /profile/delete: asks to finish what others wait for, explains what is deleted, and deletes the account. */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await requireConfirmed(request);
  return { username: viewer.username, heldDays: HELD_DAYS, dealings: await openDealings(viewer) };
}

export async function action({ request }: Route.ActionArgs) {
  const isOver = sessionTokenOf(request) !== null && !(await viewerOf(request));
  if (!isOver) await requireConfirmed(request);
  const form = await readForm(request, ["username"]);
  // A second click, or another tab: the account is already deleted. After any other end of the session, the person is
  // asked to sign in.
  if (isOver && (await isDeletedName(String(form?.get("username") ?? "")))) throw redirect(href("/"));
  const viewer = await requireConfirmed(request);
  if (!form) return refused(unreadable());
  const submission = parseWithZod(form, { schema: deleteSchema(viewer.username) });
  if (submission.status !== "success") return refused(faulty(submission));
  const dealings = await openDealings(viewer);
  const outcome = await orRefused(
    deleteAccount(
      request,
      viewer,
      [anonymizeCases, anonymizeDeals, anonymizeRooms, endOffers],
      [deleteStock],
      dealings.map(({ name }) => name),
    ),
  );
  switch (outcome.kind) {
    case "gone":
      throw redirect(href("/"));
    case "refused":
      return refusedForm(submission, outcome, (result) => result);
    case "deleted":
      flash(outcome.headers, {
        kind: "success",
        title: m.deletion_done_title(),
        description: m.deletion_done_text(),
      });
      throw redirect(href("/"), { headers: outcome.headers });
  }
}

export function meta() {
  return titled(m.deletion_title());
}

export default function DeletePage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.has("username") ?? false;
  const { dealings, ...account } = loaderData;
  return (
    <DeletePanel {...account} result={actionData} busy={busy}>
      <OpenDealings dealings={dealings} />
    </DeletePanel>
  );
}
