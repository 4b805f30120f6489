import { ImageOff } from "lucide-react";
import { Link } from "react-router";
import { sellerPath } from "#app/domain/username.ts";
import { isDrawing, photoUrl } from "#app/features/photos/photo.ts";
import { LineDrawing } from "#app/features/photos/ui/line-drawing.tsx";
import { m } from "#app/paraglide/messages.js";
import { fileUrl } from "#app/ui/files-url.ts";
import type { OrderView, OtherView } from "../view.ts";
import { otherPartyName } from "./order-texts.ts";

export function ListingName({
  listing: { name, path },
}: {
  listing: Pick<OrderView["listing"], "name" | "path">;
}) {
  if (path !== null)
    return (
      <Link to={path} className="hover:underline">
        <bdi>{name}</bdi>
      </Link>
    );
  return (
    <>
      <bdi>{name}</bdi>{" "}
      <span className="font-normal font-sans text-base text-soft">({m.orders_unlisted()})</span>
    </>
  );
}

/** Decorative: the name is next to it. */
export function ListingPicture({ listing: { photo } }: Pick<OrderView, "listing">) {
  return (
    <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-soft sm:size-24">
      {photo && isDrawing(photo) ? (
        <LineDrawing paths={photo.drawing} className="w-3/5 text-clay" />
      ) : photo ? (
        <img
          src={fileUrl(photoUrl(photo.key, 320))}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <ImageOff aria-hidden="true" className="size-7" strokeWidth={1.5} />
      )}
    </span>
  );
}

export function OtherName({ other }: { other: OtherView }) {
  const name = otherPartyName(other);
  if (other.username === null) return <>{name}</>;
  return (
    <Link to={sellerPath(other.username)} className="font-semibold text-ink hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
}
