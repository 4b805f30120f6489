import { Heart } from "lucide-react";
import type { ComponentProps } from "react";
import { KeepButton, type Keeping } from "#app/features/listings/ui/keep-button.tsx";
import { m } from "#app/paraglide/messages.js";

interface FavoriteHeartProps extends Pick<ComponentProps<typeof KeepButton>, "listing" | "labelled"> {
  readonly favorite: boolean;
  readonly signedIn: boolean;
}

const FAVORITES: Keeping = {
  path: "/favorites",
  field: "favorite",
  Icon: Heart,
  kept: "fill-clay text-clay",
  label: (kept, name) => (kept ? m.favorites_remove({ name }) : m.favorites_add({ name })),
  word: (kept) => (kept ? m.favorites_saved() : m.favorites_save()),
  failed: () => m.favorites_failed(),
};

const signInFirst = () => ({
  title: m.favorites_please_login(),
  description: m.favorites_sign_in_to_save(),
});

/** Makes a listing a favourite and back. */
export function FavoriteHeart({ listing, favorite, signedIn, labelled }: FavoriteHeartProps) {
  return (
    <KeepButton
      keeping={FAVORITES}
      listing={listing}
      kept={favorite}
      labelled={labelled}
      refusal={signedIn ? undefined : signInFirst}
    />
  );
}
