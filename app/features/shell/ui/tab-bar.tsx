import { House, MessageCircle, Plus, Search, UserRound } from "lucide-react";
import { href, NavLink } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { CountBadge } from "#app/ui/badge.tsx";
import { useHandle } from "../use-handle.ts";

/**
 * The bar at the bottom of a phone (`tab-bar` in styles/layout.css). It gives way to what a page has there: its main
 * action (`action-bar`), or the form or conversation of a page whose handle has `ownAction`.
 */
export function TabBar({ unreadChats, signedIn }: { unreadChats: number; signedIn: boolean }) {
  const ownAction = useHandle("ownAction");
  if (ownAction) return null;
  const messages = unreadChats > 0 ? m.shell_messages_count({ count: unreadChats }) : undefined;
  const tabs = [
    { to: href("/"), label: m.shell_tab_home(), Icon: House },
    { to: href("/search"), label: m.shell_search(), Icon: Search },
    { to: href("/sell"), label: m.shell_sell_short(), Icon: Plus },
    { to: href("/messages"), label: m.shell_messages(), Icon: MessageCircle, name: messages },
    signedIn
      ? { to: href("/me"), label: m.shell_tab_me(), Icon: UserRound }
      : { to: href("/auth"), label: m.shell_tab_sign_in(), Icon: UserRound, name: m.shell_sign_in_up() },
  ];
  return (
    <nav aria-label={m.shell_tabs()} data-bottom-bar="" className="tab-bar">
      {tabs.map(({ to, label, Icon, name }) => (
        <NavLink
          key={to}
          to={to}
          end={to === href("/")}
          aria-label={name}
          className="relative flex min-w-0 flex-col items-center justify-center gap-0.5 font-semibold text-[0.6875rem] text-soft leading-none aria-[current=page]:text-ink"
        >
          <span
            className={
              to === href("/sell")
                ? "rounded-full border border-ball-edge bg-ball p-0.5 text-on-ball"
                : "relative px-2 py-[3px]"
            }
          >
            <Icon aria-hidden="true" className="size-5.5" />
            {to === href("/messages") && <CountBadge count={unreadChats} />}
          </span>
          <span className="tab-bar-label max-w-full truncate px-0.5 leading-normal">{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}
