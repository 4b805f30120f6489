import { useBlocker } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { useUnloadQuestion } from "#app/ui/use-window-event.ts";

/** When the tab is closed, the browser shows its own question. */
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
