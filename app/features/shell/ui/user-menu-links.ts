import { m } from "#app/paraglide/messages.js";

/** The user menu's entries that lead somewhere, in the spec's order (account §2). */
export function userMenuLinks(): { to: string; label: string }[] {
  return [
    { to: "/profile", label: m.shell_see_my_profile() },
    { to: "/my-earnings", label: m.shell_get_paid() },
    { to: "/my-listings", label: m.shell_my_items() },
    { to: "/orders", label: m.shell_orders() },
    { to: "/favorites", label: m.shell_saved_searches() },
    { to: "/help", label: m.shell_chat_with_us() },
    { to: "/help", label: m.shell_help_center() },
  ];
}
