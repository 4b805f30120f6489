import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";
import { clearPersonEntries } from "#app/ui/person-entries.ts";

/**
 * Removes a user's drafts, and the pages that the installed app keeps, from a shared browser: on sign-out, when the account is deleted, and when another user signs
 * in. When a session expires on an open page, the drafts stay, because its user will sign in again.
 */
export function DraftCleanup({ viewerId, onSignOut }: { viewerId: string | null; onSignOut: () => void }) {
  // The menu sends its sign-out form with a fetcher, the pages send theirs by navigation.
  const formActions = [useNavigation(), ...useFetchers()].flatMap(({ formAction }) => formAction ?? []);
  const sent = formActions.join("\n");
  // True at first: a page that is loaded signed out may follow a sign-out in another tab, so it removes the drafts.
  const left = useRef(true);
  useEffect(() => {
    if (sent === "") return;
    left.current = /\/(sign-out|profile\/delete)$/m.test(sent);
    if (left.current) onSignOut();
  }, [sent, onSignOut]);
  useEffect(() => {
    if (viewerId !== null || left.current) clearPersonEntries(viewerId);
    left.current = false;
  }, [viewerId]);
  return null;
}
