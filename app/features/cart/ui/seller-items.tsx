import { MapPin } from "lucide-react";
import { Link } from "react-router";
import { sellerPath } from "#app/domain/username.ts";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { classes } from "#app/ui/classes.ts";
import { Panel } from "#app/ui/panel.tsx";
import { Price } from "#app/ui/price.tsx";
import type { CartItemView, SellerGroup } from "../view.ts";
import type { UnsentMessage } from "./ask-seller.tsx";
import { AskSeller } from "./ask-seller.tsx";
import { RemoveForm } from "./remove-form.tsx";

interface SellerItemsProps {
  readonly group: SellerGroup;
  readonly signedIn: boolean;
  /** The message to this seller that was written before signing in. */
  readonly note: string | null;
  readonly refusal: UnsentMessage | null;
}

export function SellerItems({ group, signedIn, note, refusal }: SellerItemsProps) {
  const { username, avatarUrl, place, items, sum } = group;
  return (
    <Panel aria-label={username} className="grid gap-4">
      <header className="flex items-center gap-3">
        <Avatar name={username} src={avatarUrl} />
        <div className="min-w-0">
          <h2 className="font-sans font-semibold text-base tracking-normal">
            <Link to={sellerPath(username)} className="inline-block py-1 hover:underline">
              <bdi>{username}</bdi>
            </Link>
          </h2>
          {place && (
            <p className="inline-flex items-center gap-1 text-soft text-sm">
              <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
              {place}
            </p>
          )}
        </div>
      </header>
      <ul className="grid divide-y divide-line border-line border-y">
        {items.map((item) => (
          <Item key={item.item} item={item} />
        ))}
      </ul>
      {group.bundle !== null && <p className="text-soft">{group.bundle}</p>}
      {sum && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-soft">{m.cart_sum_seller({ seller: username })}</span>
          {sum.before !== null && (
            <s className="ml-auto text-soft tabular-nums">
              <span className="sr-only">{m.bundle_before({ price: sum.before })}</span>
              <span aria-hidden="true">{sum.before}</span>
            </s>
          )}
          <span className="font-display font-semibold text-lg tabular-nums">
            <Price price={sum.price} approximately={sum.approximately} />
          </span>
        </p>
      )}
      {sum && group.message === null && <p className="text-soft">{m.cart_message_none()}</p>}
      {sum && group.message !== null && (
        <AskSeller
          seller={username}
          count={sum.count}
          suggested={group.message}
          clientId={group.clientId}
          signedIn={signedIn}
          note={note}
          refusal={refusal}
        />
      )}
    </Panel>
  );
}

function Item({ item }: { item: CartItemView }) {
  const { path, name, photo, price, approximately, available, unavailable, order } = item;
  return (
    <li className="flex items-start gap-3 py-3 sm:gap-4">
      <Link to={path} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Photo
          photo={photo}
          alt=""
          sizes="5rem"
          className={classes(
            "aspect-[4/5] w-16 rounded-sm object-cover sm:w-20",
            unavailable !== null && "opacity-60",
          )}
        />
      </Link>
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <h3 className="min-w-0 font-sans font-semibold text-[0.9375rem] leading-snug tracking-normal">
          <Link to={path} className="inline-block py-1 hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p
          className={classes("font-display font-semibold tabular-nums", unavailable !== null && "text-soft")}
        >
          <Price price={price} approximately={approximately} />
        </p>
        {available && unavailable === null && <p className="text-soft text-sm">{available}</p>}
        {unavailable !== null && <Badge tone="notice">{unavailable}</Badge>}
        {order !== null && (
          <Link to={order} className="inline-flex min-h-6 items-center text-link text-sm underline">
            {m.cart_order()}
          </Link>
        )}
      </div>
      <RemoveForm items={[item.item]} name={name} />
    </li>
  );
}
