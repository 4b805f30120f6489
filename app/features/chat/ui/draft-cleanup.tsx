import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";
import { clearDrafts } from "./draft.ts";

/**
 * Clears drafts when a user signs out, deletes their account, or another user signs in. An expired session keeps them,
 * because the same user may come back. Renders nothing; every page has it.
 *
 * @param onSignOut clears what other features keep in the browser
 */
export function DraftCleanup({ viewerId, onSignOut }: { viewerId: string | null; onSignOut: () => void }) {
  // The menu signs out by a fetcher, the pages by navigation.
  const formActions = [useNavigation(), ...useFetchers()].flatMap(({ formAction }) => formAction ?? []);
  const sent = formActions.join("\n");
  // A page that comes signed out is one that somebody left.
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
