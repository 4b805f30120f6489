import type { LucideIcon } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { Answer } from "#app/ui/answer.ts";
import { withBrowserLock } from "#app/ui/call.ts";
import { classes } from "#app/ui/classes.ts";
import { showToast, TOGGLE_TOAST_MS, type Toast } from "#app/ui/toast.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import { afterNextPaint } from "#app/ui/use-timer.ts";

/** A collection that a listing is added to and removed from: the favourites, the cart. */
export interface ToggleKind {
  readonly path: string;
  /** Changes with the same browser lock run one after the other, because each answer may set a cookie. */
  readonly lock: string;
  readonly field: string;
  readonly Icon: LucideIcon;
  readonly activeClass: string;
  /** The accessible name of the button. */
  readonly label: (active: boolean, name: string) => string;
  readonly word: (active: boolean) => string;
  /** The message when no response arrives. */
  readonly failed: () => string;
}

interface ToggleButtonProps {
  readonly toggle: ToggleKind;
  readonly listing: { readonly type: string; readonly id: string; readonly name: string };
  readonly active: boolean;
  /** Returns the reason not to send the change; null to send it. */
  readonly refusal?: () => Toast | null;
  /** Whether the word is shown beside the icon, as on a detail page. */
  readonly labelled?: boolean;
}

/** Smaller than the 44 px that can be pressed. */
const DISC =
  "inline-flex size-8 items-center justify-center rounded-full bg-raised/90 transition-colors group-hover/toggle:bg-raised";

/** Shows the new state immediately, and reverts it if the request fails. */
export function ToggleButton({ toggle, listing, active, refusal, labelled = false }: ToggleButtonProps) {
  const { path, lock, field, Icon } = toggle;
  const fetcher = useFetcher<Answer>();
  // The new state, from the press until the form is submitted; undefined otherwise.
  const [pressed, setPressed] = useStateResetBy(fetcher.formData, (): boolean | undefined => undefined);
  const submittedValue = fetcher.formData?.get(field);
  // What was stored last, until newer data have it: cards that a script loaded are read again after the page.
  const [stored, setStored] = useStateResetBy(active, (): boolean | undefined => undefined);
  const isOn = pressed ?? (submittedValue ? submittedValue === "true" : (stored ?? active));
  const sent = useRef(active);
  useEffect(() => {
    if (fetcher.data?.ok) setStored(() => sent.current);
  }, [fetcher.data, setStored]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const refused = refusal?.();
    if (refused) {
      showToast({ ...refused, milliseconds: TOGGLE_TOAST_MS });
      return;
    }
    const fields = new FormData(event.currentTarget);
    fields.set(field, String(!isOn));
    setPressed(() => !isOn);
    sent.current = !isOn;
    afterNextPaint(
      () => void withBrowserLock(lock, () => fetcher.submit(fields, { method: "post", action: path })),
    );
  }

  const label = toggle.label(isOn, listing.name);
  const word = toggle.word(isOn);
  return (
    <fetcher.Form method="post" action={path} onSubmit={submit} data-failed={toggle.failed()}>
      <input type="hidden" name="type" value={listing.type} />
      <input type="hidden" name="id" value={listing.id} />
      <button
        type="submit"
        name={field}
        value={String(!isOn)}
        // Voice control users say the visible word, so the label contains it.
        aria-label={labelled && !label.includes(word) ? `${word}: ${label}` : label}
        title={label}
        className={classes(
          "group/toggle inline-flex items-center justify-center gap-2 rounded-full transition-colors",
          labelled
            ? "min-h-13 border border-edge bg-surface px-7 font-semibold hover:border-ink hover:bg-sunken"
            : "size-11 text-ink",
        )}
      >
        <span className={labelled ? undefined : DISC}>
          <Icon
            aria-hidden="true"
            className={classes(labelled ? "size-5" : "size-4.5", isOn && toggle.activeClass)}
          />
        </span>
        {labelled && word}
      </button>
    </fetcher.Form>
  );
}
