import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";
import { clearDrafts } from "./draft.ts";

/**
 * Leaves nobody's drafts to the next who sits here: they go when somebody signs out or deletes their account, and when
 * somebody else is there. A session that ran out keeps them: its person comes back. Draws nothing; for every page.
 */
export function DraftCleanup({ viewerId }: { viewerId: string | null }) {
  // The menu signs out by a fetcher, the pages by navigation.
  const formActions = [useNavigation(), ...useFetchers()].flatMap(({ formAction }) => formAction ?? []);
  const sent = formActions.join("\n");
  // A page that comes signed out is one that somebody left.
  const left = useRef(true);
  useEffect(() => {
    if (sent !== "") left.current = /\/(sign-out|profile\/delete)$/m.test(sent);
  }, [sent]);
  useEffect(() => {
    if (viewerId !== null || left.current) clearDrafts(viewerId);
    left.current = false;
  }, [viewerId]);
  return null;
}
