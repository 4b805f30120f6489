import { Heart } from "lucide-react";
import type { ComponentProps } from "react";
import { href } from "react-router";
import { ToggleButton, type Toggled } from "#app/features/listings/ui/toggle-button.tsx";
import { m } from "#app/paraglide/messages.js";

interface FavoriteHeartProps extends Pick<ComponentProps<typeof ToggleButton>, "listing" | "labelled"> {
  readonly favorite: boolean;
  readonly signedIn: boolean;
}

const FAVORITES: Toggled = {
  path: href("/favorites/item"),
  lock: "favorites",
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

export function FavoriteHeart({ listing, favorite, signedIn, labelled }: FavoriteHeartProps) {
  return (
    <ToggleButton
      keeping={FAVORITES}
      listing={listing}
      active={favorite}
      labelled={labelled}
      refusal={signedIn ? undefined : signInFirst}
    />
  );
}
