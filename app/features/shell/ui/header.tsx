import { Heart, MessageCircle, Plus, ShoppingCart, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { CountBadge } from "#app/ui/badge.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { useWide } from "#app/ui/use-hydrated.ts";
import type { ShellData } from "../shell-data.ts";
import { Bell } from "./bell.tsx";
import { Logo } from "./logo.tsx";
import { UserMenu } from "./user-menu.tsx";

export function Header({
  viewer,
  unread,
  unreadChats,
  inCart,
  search,
}: Pick<ShellData, "viewer" | "unread" | "unreadChats"> & { inCart: number; search: ReactNode }) {
  const wide = useWide();
  const bar = (
    <div
      key="bar"
      className="order-1 col-span-2 flex min-w-0 items-center justify-between gap-3 lg:order-none lg:flex-1"
    >
      {/* A page of results has a search field of its own, which stays at the top of a phone. */}
      <div className="contents max-lg:search-bar:hidden">{search}</div>
      <LinkButton
        to={href("/sell")}
        aria-label={m.shell_sell_an_item()}
        className="shrink-0 max-sm:search-bar:size-11 max-sm:search-bar:px-0"
      >
        <Plus aria-hidden="true" className="hidden size-5 max-sm:search-bar:block" />
        <span className="sm:hidden max-sm:search-bar:hidden">{m.shell_sell_short()}</span>
        <span className="hidden sm:inline">{m.shell_sell_an_item()}</span>
      </LinkButton>
    </div>
  );
  const icons = (
    <div key="icons" className="-mr-2.5 flex items-center max-lg:search-bar:ml-auto sm:gap-1">
      {viewer ? <UserMenu viewer={viewer} unreadChats={unreadChats} /> : <SignIn />}
      <IconLink to={href("/favorites")} label={m.shell_favorites()}>
        <Heart aria-hidden="true" />
      </IconLink>
      {viewer && (
        // On a phone, the link is in the menu.
        <span className="hidden sm:block">
          <IconLink
            to={href("/messages")}
            label={unreadChats > 0 ? m.shell_messages_count({ count: unreadChats }) : m.shell_messages()}
            className="relative"
          >
            <MessageCircle aria-hidden="true" />
            <CountBadge count={unreadChats} />
          </IconLink>
        </span>
      )}
      <Bell unread={unread} signedIn={viewer !== null} />
      <IconLink
        to={href("/cart")}
        label={inCart > 0 ? m.shell_cart_count({ count: inCart }) : m.shell_cart()}
        className="relative"
      >
        <ShoppingCart aria-hidden="true" />
        <CountBadge count={inCart} />
      </IconLink>
    </div>
  );
  return (
    <header className="wrap relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2.5 py-2.5 max-lg:search-bar:flex lg:flex lg:gap-x-6 lg:py-4">
      <Link to={href("/")} aria-label={m.shell_home_link()} className="justify-self-start rounded-sm">
        <Logo />
      </Link>
      {/* The order of the focus is the order in which they are drawn. */}
      {wide ? [bar, icons] : [icons, bar]}
    </header>
  );
}

function SignIn() {
  return (
    <>
      <span className="sm:hidden">
        <IconLink to={href("/auth")} label={m.shell_sign_in_up()}>
          <UserRound aria-hidden="true" />
        </IconLink>
      </span>
      <span className="mr-2 hidden sm:block">
        <LinkButton to={href("/auth")}>{m.shell_sign_in_up()}</LinkButton>
      </span>
    </>
  );
}
