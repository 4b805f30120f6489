import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { href, Link, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { CachedFragment } from "#app/ui/cached-fragment.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ShellData } from "../shell-data.ts";
import { userMenuLinks } from "./user-menu-links.ts";

const loadMenu = () => import("./user-menu-popup.tsx");
// Ignores a failed load, which `lazyLoad` reports when the user presses the button.
const ahead = () => void loadMenu().catch(() => undefined);
const UserMenuPopup = lazyLoad(async () => (await loadMenu()).UserMenuPopup);

const BUTTON =
  "flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-1 font-semibold text-[0.9375rem] hover:bg-sunken sm:px-2";

/**
 * Without JavaScript, a list of links that unfolds. With JavaScript, a menu whose code loads on hover, focus or press.
 */
export function UserMenu({
  viewer,
  unreadChats,
}: Pick<ShellData, "unreadChats"> & { viewer: NonNullable<ShellData["viewer"]> }) {
  const hydrated = useHydrated();
  const signOut = useHref(href("/sign-out"));
  const [requested, setRequested] = useState(false);
  const username = viewer.username || m.shell_user_fallback();
  const face = (
    <>
      <Avatar name={username} src={viewer.avatarUrl} size="sm" />
      <span className="hidden max-w-36 truncate lg:inline">{username}</span>
      <ChevronDown aria-hidden="true" className="hidden size-4 sm:block" />
    </>
  );

  if (!hydrated) {
    return (
      <details className="sm:relative">
        <summary aria-label={m.shell_user_menu({ username })} className={BUTTON}>
          {face}
        </summary>
        <CachedFragment
          as="ul"
          name="user menu"
          cacheKey={[signOut, unreadChats]}
          className="absolute inset-x-4 top-full z-40 mt-2 rounded-lg border border-line bg-raised p-2 shadow-float sm:right-0 sm:left-auto sm:w-64"
        >
          {() => <PlainLinks signOut={signOut} unreadChats={unreadChats} />}
        </CachedFragment>
      </details>
    );
  }

  const button = (
    <button
      type="button"
      aria-label={m.shell_user_menu({ username })}
      aria-haspopup="menu"
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => setRequested(true)}
      className={BUTTON}
    >
      {face}
    </button>
  );
  if (!requested) return button;
  return (
    <UserMenuPopup
      username={username}
      unreadChats={unreadChats}
      face={face}
      className={BUTTON}
      fallback={button}
      onMissing={() => setRequested(false)}
    />
  );
}

/** Used before hydration and without JavaScript, so sign-out is a plain form. */
function PlainLinks({ signOut, unreadChats }: { signOut: string; unreadChats: number }) {
  return (
    <>
      {userMenuLinks(unreadChats).map(({ to, label }) => (
        <li key={label}>
          <Link to={to} className="flex min-h-11 items-center rounded-md px-3 hover:bg-sunken">
            {label}
          </Link>
        </li>
      ))}
      <li>
        <form method="post" action={signOut}>
          <button type="submit" className="flex min-h-11 w-full items-center rounded-md px-3 hover:bg-sunken">
            {m.shell_log_out()}
          </button>
        </form>
      </li>
    </>
  );
}
