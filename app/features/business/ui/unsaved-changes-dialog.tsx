import { useEffect } from "react";
import { useBlocker } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";

/** Asks before an unsent table is lost: with our dialog on navigation, with the browser's when the tab is closed. */
export function UnsavedChangesDialog({ unsent }: { unsent: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsent &&
      (currentLocation.pathname !== nextLocation.pathname ||
        new URLSearchParams(nextLocation.search).get("tab") !== "upload"),
  );
  useEffect(() => {
    if (!unsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsent]);
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
