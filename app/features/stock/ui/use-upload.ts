import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { call, messageOf } from "#app/ui/call.ts";
import { countText } from "#app/ui/count-text.ts";
import { showToast } from "#app/ui/toast.ts";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useEphemeralEvents, useLiveEvents } from "#app/ui/use-live-events.ts";
import { useInterval } from "#app/ui/use-timer.ts";
import { isRunning } from "../upload/rules.ts";
import { type UploadView, uploadPath } from "../upload/view.ts";
import { showFailureToast } from "./use-reading.ts";

/** The polling interval without live events. */
const DEAF_MS = 2_000;
/** The polling interval with live events, and of a hidden tab. */
const LIVE_MS = 10_000;

/**
 * Keeps an upload up to date. A toast reports its end if this page has shown it running, or has sent it (`sentHere`): a
 * short upload may end before the page shows it. `fault` is the reason why the last request failed.
 */
export function useUpload(initial: UploadView, page: LivePage, sentHere: boolean) {
  const [view, setView] = useState(initial);
  const [fault, setFault] = useState<string | null>(null);
  const path = useHref(uploadPath(initial.id));
  const unreported = useRef(sentHere);

  const take = useEffectEvent((next: UploadView) => {
    setView(next);
    if (!isRunning(next.state) && unreported.current) reportEnd(next);
    unreported.current = isRunning(next.state);
  });
  useEffect(() => take(initial), [initial]);

  const reload = useCoalescedTask(async () => {
    try {
      take(await call<UploadView>(path));
      setFault(null);
    } catch (thrown) {
      setFault(messageOf(thrown));
    }
  });

  useEphemeralEvents(page, ({ kind, subject }) => {
    if (kind === "upload.progress" && subject.uploadId === initial.id) reload();
  });
  const live = useLiveEvents(page, ({ kind }) => {
    if (kind === "reset") reload();
  });
  const changing = isRunning(view.state) || view.undo?.state === "working" || view.pictures.waiting > 0;
  // A tab that becomes hidden or visible renders again, because its live events stop or start.
  const isHidden = typeof document !== "undefined" && document.visibilityState === "hidden";
  useInterval(reload, changing ? (live || isHidden ? LIVE_MS : DEAF_MS) : null);

  return { view, fault, reload };
}

function reportEnd(view: UploadView): void {
  const { state, failed, fault } = view;
  if (state === "done")
    showToast({
      title: m.business_complete(),
      description: completeText(view),
      tone: failed > 0 ? "plain" : "good",
    });
  if (state === "refused") showFailureToast(fault);
}

/** "Processed {n} items: {x} succeeded, {y} failed." */
export function completeText({ read, succeeded, failed }: UploadView): string {
  return m.business_complete_text({
    total: countText(read),
    succeeded: countText(succeeded),
    failed: countText(failed),
  });
}
