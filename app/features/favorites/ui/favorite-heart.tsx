import { Heart } from "lucide-react";
import type { ComponentProps } from "react";
import { href } from "react-router";
import { ToggleButton, type ToggleKind } from "#app/features/listings/ui/toggle-button.tsx";
import { m } from "#app/paraglide/messages.js";

interface FavoriteHeartProps extends Pick<ComponentProps<typeof ToggleButton>, "listing" | "labelled"> {
  readonly favorite: boolean;
  readonly signedIn: boolean;
}

const FAVORITES: ToggleKind = {
  path: href("/favorites/item"),
  lock: "favorites",
  field: "favorite",
  Icon: Heart,
  activeClass: "fill-clay text-clay",
  label: (active, name) => (active ? m.favorites_remove({ name }) : m.favorites_add({ name })),
  word: (active) => (active ? m.favorites_saved() : m.favorites_save()),
  failed: () => m.favorites_failed(),
};

const signInFirst = () => ({
  title: m.favorites_please_login(),
  description: m.favorites_sign_in_to_save(),
});

export function FavoriteHeart({ listing, favorite, signedIn, labelled }: FavoriteHeartProps) {
  return (
    <ToggleButton
      toggle={FAVORITES}
      listing={listing}
      active={favorite}
      labelled={labelled}
      refusal={signedIn ? undefined : signInFirst}
    />
  );
}
