import { Heart } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { notify } from "#app/ui/toast.ts";

interface FavoriteHeartProps {
  readonly listing: { readonly type: string; readonly id: string; readonly name: string };
  readonly favorite: boolean;
  readonly signedIn: boolean;
  /** With its word beside it, as on a detail page. */
  readonly labelled?: boolean;
}

/** How long the toast of a heart stays (account-shell-home spec §4). */
const TOAST_MS = 2000;

/** The answer of the favorites action. */
type Answer = { ok: true; favorite: boolean } | { ok: false; title: string; message: string };

/** Makes a listing a favourite and back. Shows the new state at once, and the old one again if that fails. */
export function FavoriteHeart({ listing, favorite, signedIn, labelled = false }: FavoriteHeartProps) {
  const fetcher = useFetcher<Answer>();
  const answer = fetcher.data;
  // Pressed, and not yet on its way.
  const [pressed, setPressed] = useState<boolean>();
  const [sent, setSent] = useState(fetcher.formData);
  if (sent !== fetcher.formData) {
    setSent(fetcher.formData);
    setPressed(undefined);
  }
  const wanted = fetcher.formData?.get("favorite");
  const now = pressed ?? (wanted ? wanted === "true" : favorite);

  useEffect(() => {
    if (!answer) return;
    if (!answer.ok)
      notify({ title: answer.title, description: answer.message, tone: "danger", milliseconds: TOAST_MS });
    else {
      notify({
        title: answer.favorite ? m.favorites_added() : m.favorites_removed(),
        milliseconds: TOAST_MS,
      });
    }
  }, [answer]);

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Offline the fetch would fail, and take the page away with it.
    if (!signedIn || !navigator.onLine) {
      const refusal = signedIn
        ? { title: m.ui_error(), description: m.favorites_failed(), tone: "danger" as const }
        : { title: m.favorites_please_login(), description: m.favorites_sign_in_to_save() };
      notify({ ...refusal, milliseconds: TOAST_MS });
      return;
    }
    const asked = new FormData(event.currentTarget);
    asked.set("favorite", String(!now));
    setPressed(!now);
    // The heart is drawn as it now stands, before what it asks for begins.
    setTimeout(() => void fetcher.submit(asked, { method: "post", action: "/favorites" }));
  }

  const label = now ? m.favorites_remove({ name: listing.name }) : m.favorites_add({ name: listing.name });
  return (
    <fetcher.Form method="post" action="/favorites" onSubmit={submitted}>
      <input type="hidden" name="type" value={listing.type} />
      <input type="hidden" name="id" value={listing.id} />
      <button
        type="submit"
        name="favorite"
        value={String(!now)}
        aria-label={label}
        title={label}
        className={classes(
          "inline-flex items-center justify-center gap-2 rounded-full transition-colors",
          labelled
            ? "min-h-13 border border-edge bg-surface px-7 font-semibold hover:border-ink hover:bg-sunken"
            : "min-h-11 min-w-11 bg-raised/90 text-ink hover:bg-raised",
        )}
      >
        <Heart aria-hidden="true" className={classes("size-5", now && "fill-clay text-clay")} />
        {labelled && (now ? m.favorites_saved() : m.favorites_save())}
      </button>
    </fetcher.Form>
  );
}
