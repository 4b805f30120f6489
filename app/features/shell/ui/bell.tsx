import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { CountBadge } from "#app/ui/badge.tsx";
import { classes } from "#app/ui/classes.ts";
import { IconLink } from "#app/ui/icon-button.tsx";
import { useSidePanels } from "#app/ui/side-panels.ts";

/** Shows the number on the icon of the installed app, where the system can. It may refuse, as for a page in a tab. */
function showOnIcon(unread: number): void {
  if ("setAppBadge" in navigator) navigator.setAppBadge(unread).catch(() => {});
}

/** The bell. Without JavaScript, and for visitors, it is a link; otherwise it opens the panel. */
export function Bell({ unread, signedIn }: { unread: number; signedIn: boolean }) {
  const panels = useSidePanels();
  const opens = signedIn ? panels : null;
  useEffect(() => showOnIcon(unread), [unread]);
  return (
    <IconLink
      to={href("/notifications")}
      label={unread > 0 ? m.shell_unread({ count: unread }) : m.shell_notifications()}
      aria-busy={opens?.opening || undefined}
      className={classes("relative aria-busy:animate-breathe", !signedIn && "max-sm:hidden")}
      onPointerEnter={opens?.fetchAhead}
      onFocus={opens?.fetchAhead}
      onClick={(event) => {
        if (!opens || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        opens.openNotifications(event.currentTarget);
      }}
    >
      <BellIcon aria-hidden="true" />
      <CountBadge count={unread} />
    </IconLink>
  );
}
