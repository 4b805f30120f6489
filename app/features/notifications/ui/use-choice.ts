import { useEffect, useRef, useState } from "react";
import { href, useHref, useNavigate } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import type { NoticeChoice, NoticeKind } from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import { call, messageOf } from "#app/ui/call.ts";
import { showToast } from "#app/ui/toast.ts";
import { useMomentaryState } from "#app/ui/use-timer.ts";
import { choiceTexts, type SavedSettings } from "../settings-schema.ts";

const SAID_MS = 3_000;

/**
 * A change is shown before it is saved. Changes are sent one after the other, so that the last change is the one
 * stored.
 */
export function useChoice(kind: NoticeKind, saved: NoticeChoice) {
  const endpoint = useHref(href("/notifications/settings/choose"));
  const navigate = useNavigate();
  const [choice, setChoice] = useState(saved);
  const [justSaved, setJustSaved] = useMomentaryState<true>(SAID_MS);
  const stored = useRef(saved);
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);

  // After a revalidation the choice from the server is shown, unless a change is being saved.
  const { inApp, mail } = saved;
  useEffect(() => {
    if (waiting.current > 0) return;
    stored.current = { inApp, mail };
    setChoice({ inApp, mail });
  }, [inApp, mail]);

  async function send(next: NoticeChoice): Promise<void> {
    try {
      const answer = await call<SavedSettings>(endpoint, formOf(kind, next, stored.current));
      if (answer.confirm) return await navigate(answer.confirm);
      // Another tab may have changed the other half of the choice.
      stored.current = answer.saved[kind] ?? next;
      setJustSaved(true);
    } catch (thrown) {
      showToast({
        title: m.notification_settings_not_saved(),
        description: messageOf(thrown),
        tone: "danger",
      });
    } finally {
      waiting.current -= 1;
      // A newer choice stays visible until the server has answered its request.
      if (waiting.current === 0) setChoice(stored.current);
    }
  }

  function choose(next: NoticeChoice): void {
    setChoice(next);
    setJustSaved(undefined);
    waiting.current += 1;
    queue.current = queue.current.then(() => send(next));
  }

  return { choice, choose, justSaved };
}

function formOf(kind: NoticeKind, next: NoticeChoice, stored: NoticeChoice): URLSearchParams {
  const form = new URLSearchParams(choiceTexts(kind, next));
  form.set("loaded", loadedWith(choiceTexts(kind, stored)));
  return form;
}
