import { CheckCheck } from "lucide-react";
import type { FormEvent } from "react";
import { href, useHref, useLocation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { Spoken } from "#app/ui/spoken.tsx";
import type { Marking } from "./use-marking.ts";

/** Marks those notifications as read that existed when the list was loaded, and no later ones. */
export function MarkAll({ marking }: { marking: Marking }) {
  const page = useHref(href("/notifications"));
  const { search } = useLocation();
  function press(event: FormEvent) {
    event.preventDefault();
    if (marking.anyUnread) marking.markAll();
  }
  return (
    <form method="post" action={page} onSubmit={press}>
      <input type="hidden" name="asOf" value={marking.asOf} />
      <input type="hidden" name="next" value={search} />
      {/* The button stays when nothing is left to mark, so that it keeps the focus. */}
      <Button
        type="submit"
        size="sm"
        variant="ghost"
        aria-disabled={!marking.anyUnread || undefined}
        icon={<CheckCheck aria-hidden="true" className="size-4" />}
      >
        {m.notices_mark_all()}
      </Button>
      <Spoken said={marking.said} />
    </form>
  );
}
