import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";

/** With JavaScript, the menu opens the side panel `opens` instead of following the link. */
export type MenuEntry = { readonly to: string; readonly label: string; readonly opens?: "assistant" };

/** The user menu's entries, in the specification's order. */
export function userMenuLinks(unreadChats: number): MenuEntry[] {
  return [
    { to: href("/profile"), label: m.shell_see_my_profile() },
    {
      to: href("/messages"),
      label: unreadChats > 0 ? m.shell_messages_count({ count: unreadChats }) : m.shell_messages(),
    },
    { to: href("/my-earnings"), label: m.shell_get_paid() },
    { to: href("/my-listings"), label: m.shell_my_items() },
    { to: href("/orders"), label: m.shell_orders() },
    { to: `${href("/favorites")}?tab=searches`, label: m.shell_saved_searches() },
    { to: href("/help"), label: m.shell_chat_with_us(), opens: "assistant" },
    { to: href("/help"), label: m.shell_help_center() },
  ];
}
