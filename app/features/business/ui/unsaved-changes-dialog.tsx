import { useBlocker } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { useUnloadQuestion } from "#app/ui/use-window-event.ts";

/** Asks before an unsent table is lost: with our dialog on navigation, with the browser's when the tab is closed. */
export function UnsavedChangesDialog({ unsent }: { unsent: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsent &&
      (currentLocation.pathname !== nextLocation.pathname ||
        new URLSearchParams(nextLocation.search).get("tab") !== "upload"),
  );
  useUnloadQuestion(unsent);
  return (
    <AlertDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.state === "blocked" && blocker.reset()}
      title={m.business_leave_title()}
      description={m.business_leave_text()}
      confirmLabel={m.business_leave()}
      cancelLabel={m.business_stay()}
      onConfirm={() => blocker.state === "blocked" && blocker.proceed()}
    />
  );
}
