import type { MouseEvent } from "react";
import type { ListingFormPage } from "#app/features/listings/view.ts";
import { Button } from "#app/ui/button.tsx";

/** The second click of a double click was meant for the button Next at the same position. */
function onlyOnce(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** @param beside whether the form also has the button Next, which only works with JavaScript */
export function SubmitListing({
  page,
  busy,
  beside,
}: {
  page: ListingFormPage;
  busy: boolean;
  beside: boolean;
}) {
  return (
    <div className={beside ? "script-fallback" : undefined}>
      <Button
        className={beside ? "ml-3 noscript:ml-0" : undefined}
        type="submit"
        variant="primary"
        size="lg"
        busy={busy}
        busyLabel={page.submitBusy}
        onClick={onlyOnce}
      >
        {page.submit}
      </Button>
    </div>
  );
}
