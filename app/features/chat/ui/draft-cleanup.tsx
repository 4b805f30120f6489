import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";
import { clearDrafts } from "./draft.ts";

/**
 * Removes a user's drafts from a shared browser: on sign-out, when the account is deleted, and when another user signs
 * in. An expired session keeps them, because its user returns. It renders nothing, on every page.
 */
export function DraftCleanup({ viewerId, onSignOut }: { viewerId: string | null; onSignOut: () => void }) {
  // The menu signs out with a fetcher, the pages by navigation.
  const formActions = [useNavigation(), ...useFetchers()].flatMap(({ formAction }) => formAction ?? []);
  const sent = formActions.join("\n");
  // A page that loads signed out follows a sign-out.
  const left = useRef(true);
  useEffect(() => {
    if (sent === "") return;
    left.current = /\/(sign-out|profile\/delete)$/m.test(sent);
    if (left.current) onSignOut();
  }, [sent, onSignOut]);
  useEffect(() => {
    if (viewerId !== null || left.current) clearDrafts(viewerId);
    left.current = false;
  }, [viewerId]);
  return null;
}
