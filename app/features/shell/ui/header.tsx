import { ArrowLeft, Heart, MessageCircle, ShoppingCart } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { href, Link, useLocation, useNavigate } from "react-router";
import { useArrival } from "#app/features/listings/ui/arrival.ts";
import { m } from "#app/paraglide/messages.js";
import { CountBadge } from "#app/ui/badge.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { IconLink } from "#app/ui/icon-button.tsx";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import { parentOf } from "../parents.ts";
import type { ShellData } from "../shell-data.ts";
import { Bell } from "./bell.tsx";
import { Logo } from "./logo.tsx";
import { UserMenu } from "./user-menu.tsx";

/**
 * On a phone it is one row, which slides away while the page is scrolled down. The rest is in the tab bar (tab-bar.tsx).
 */
export function Header({
  viewer,
  unread,
  unreadChats,
  inCart,
  search,
}: Pick<ShellData, "viewer" | "unread" | "unreadChats"> & { inCart: number; search: ReactNode }) {
  const away = useScrolledDown();
  const parent = parentOf(useLocation().pathname, viewer !== null);
  return (
    <header
      data-away={away || undefined}
      className="z-40 bg-page max-lg:sticky max-lg:top-0 max-lg:border-line max-lg:border-b max-lg:transition-transform max-lg:search-bar:static max-lg:data-away:not-focus-within:-translate-y-full"
    >
      <div className="wrap flex items-center gap-3 py-1.5 lg:gap-6 lg:py-4">
        {parent !== null && <Back parent={parent} />}
        <Link
          to={href("/")}
          aria-label={m.shell_home_link()}
          className={classes("shrink-0 rounded-sm", parent !== null && "max-lg:hidden")}
        >
          <Logo nameClass="max-sm:no-search-bar:hidden" />
        </Link>
        <div className="flex min-w-0 flex-1 items-center justify-between gap-3">
          {/* A page of results has a search field of its own, which stays at the top of a phone. */}
          <div className="contents max-lg:search-bar:hidden">{search}</div>
          <LinkButton to={href("/sell")} className="shrink-0 max-lg:hidden">
            {m.shell_sell_an_item()}
          </LinkButton>
        </div>
        <div className="-mr-2.5 flex items-center sm:gap-1">
          <div className="max-lg:hidden">
            {viewer ? <UserMenu viewer={viewer} unreadChats={unreadChats} /> : <SignIn />}
          </div>
          <IconLink
            to={href("/favorites")}
            label={m.shell_favorites()}
            className={viewer ? "max-sm:hidden" : undefined}
          >
            <Heart aria-hidden="true" />
          </IconLink>
          {viewer && (
            <IconLink
              to={href("/messages")}
              label={unreadChats > 0 ? m.shell_messages_count({ count: unreadChats }) : m.shell_messages()}
              className="relative max-lg:hidden"
            >
              <MessageCircle aria-hidden="true" />
              <CountBadge count={unreadChats} />
            </IconLink>
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
      </div>
    </header>
  );
}

/** On a phone, in place of the logo: back to the page before, or else to the parent page. */
function Back({ parent }: { parent: string }) {
  const { history } = useArrival();
  const navigate = useNavigate();
  return (
    <IconLink
      to={parent}
      label={m.listing_back()}
      className="-ml-2.5 lg:hidden"
      onClick={(event) => {
        if (!history || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <ArrowLeft aria-hidden="true" />
    </IconLink>
  );
}

function SignIn() {
  return (
    <LinkButton to={href("/auth")} className="mr-2">
      {m.shell_sign_in_up()}
    </LinkButton>
  );
}

/** A movement of fewer pixels is a finger that rests. */
const SCROLLED_PX = 8;

/** Whether the page was last scrolled down, beyond its beginning. */
function useScrolledDown(): boolean {
  const [down, setDown] = useState(false);
  const last = useRef(0);
  useWindowEvent("scroll", () => {
    if (Math.abs(scrollY - last.current) < SCROLLED_PX) return;
    setDown(scrollY > last.current && scrollY > innerHeight / 8);
    last.current = scrollY;
  });
  return down;
}
