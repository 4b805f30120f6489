import { useEffect, useRef, useState } from "react";
import { href, useHref, useNavigate } from "react-router";
import type { NoticeChoice, NoticeKind } from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import { call, sentenceOf } from "#app/ui/call.ts";
import { showToast } from "#app/ui/toast.ts";
import { fieldsOf } from "../settings-schema.ts";

/** How long it says that a change was kept. */
const SAID_MS = 3_000;

type Answer = { saved?: true; confirm?: string };

/**
 * The choice of a kind as it is shown: at once as it was made, and again as the server has it where it was not kept.
 * Changes go out one after the other, so that the last one stays.
 */
export function useChoice(kind: NoticeKind, saved: NoticeChoice) {
  const endpoint = useHref(href("/notifications/settings/choose"));
  const navigate = useNavigate();
  const [choice, setChoice] = useState(saved);
  const [justSaved, setJustSaved] = useState(false);
  const kept = useRef(saved);
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);

  // Loaded anew: what the server has is what counts, unless something is on its way there.
  const { inApp, mail } = saved;
  useEffect(() => {
    if (waiting.current > 0) return;
    kept.current = { inApp, mail };
    setChoice({ inApp, mail });
  }, [inApp, mail]);

  useEffect(() => {
    if (!justSaved) return;
    const timer = setTimeout(() => setJustSaved(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [justSaved]);

  async function send(next: NoticeChoice): Promise<void> {
    try {
      const answer = await call<Answer>(endpoint, formOf(kind, next));
      if (answer.saved) {
        kept.current = next;
        setJustSaved(true);
      } else if (answer.confirm) {
        await navigate(answer.confirm);
      }
    } catch (thrown) {
      showToast({
        title: m.notification_settings_not_saved(),
        description: sentenceOf(thrown),
        tone: "danger",
      });
    } finally {
      waiting.current -= 1;
      // What was chosen meanwhile is shown until it has had its answer.
      if (waiting.current === 0) setChoice(kept.current);
    }
  }

  function choose(next: NoticeChoice): void {
    setChoice(next);
    setJustSaved(false);
    waiting.current += 1;
    queue.current = queue.current.then(() => send(next));
  }

  return { choice, choose, justSaved };
}

function formOf(kind: NoticeKind, { inApp, mail }: NoticeChoice): FormData {
  const fields = fieldsOf(kind);
  const form = new FormData();
  form.set(fields.mail, mail);
  if (inApp) form.set(fields.inApp, "on");
  return form;
}
