import {
  Banknote,
  Bell,
  BellRing,
  CircleHelp,
  Globe,
  Handshake,
  Heart,
  History,
  type LucideIcon,
  MessageCircle,
  Package,
  Ruler,
  Search,
  Settings,
  ShieldCheck,
  Sparkles,
  Tag,
} from "lucide-react";
import { href } from "react-router";
import type { StaffRole } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import type { MenuEntry } from "./user-menu-links.ts";

/** A page to which /me leads. */
export interface MePlace extends MenuEntry {
  readonly Icon: LucideIcon;
  /** What waits there for the person, in words for screen readers and as a number. */
  readonly waiting?: { readonly count: number; readonly text: string };
}

export interface MeCounts {
  readonly orders: number;
  /** Null: the shop has no offers. */
  readonly offers: number | null;
  readonly searches: number;
  readonly chats: number;
  readonly notices: number;
}

const todo = (count: number) => ({ count, text: m.me_todo({ count }) });
const fresh = (count: number) => ({ count, text: m.me_new({ count }) });

/** The groups of /me: what one has to do first. */
export function mePlaces(waiting: MeCounts, role: StaffRole | null): readonly (readonly MePlace[])[] {
  const { orders, offers, searches, chats, notices } = waiting;
  const unread = { count: chats, text: m.chat_unread_count({ count: chats }) };
  const staff: MePlace[] = [
    { to: href("/moderation"), label: m.moderation_title(), Icon: ShieldCheck },
    ...(role === "operator" ? [{ to: href("/operator"), label: m.operator_title(), Icon: Settings }] : []),
  ];
  return [
    [
      { to: href("/orders"), label: m.shell_orders(), Icon: Package, waiting: todo(orders) },
      ...(offers === null
        ? []
        : [{ to: href("/offers"), label: m.offers_title(), Icon: Handshake, waiting: todo(offers) }]),
      { to: href("/messages"), label: m.shell_messages(), Icon: MessageCircle, waiting: unread },
      { to: href("/notifications"), label: m.shell_notifications(), Icon: Bell, waiting: fresh(notices) },
    ],
    [
      { to: href("/my-listings"), label: m.shell_my_items(), Icon: Tag },
      { to: href("/my-earnings"), label: m.shell_get_paid(), Icon: Banknote },
    ],
    [
      { to: href("/favorites"), label: m.shell_favorites(), Icon: Heart },
      {
        to: `${href("/favorites")}?tab=searches`,
        label: m.shell_saved_searches(),
        Icon: Search,
        waiting: fresh(searches),
      },
      { to: href("/recently-viewed"), label: m.shell_recently_viewed(), Icon: History },
      { to: href("/preferences/sizes"), label: m.shell_sizes(), Icon: Ruler },
    ],
    [
      { to: href("/notifications/settings"), label: m.notification_settings_title(), Icon: BellRing },
      { to: href("/profile/security"), label: m.profile_tab_security(), Icon: ShieldCheck },
      { to: href("/preferences/region"), label: m.shell_region(), Icon: Globe },
    ],
    ...(role === null ? [] : [staff]),
    [
      { to: href("/help"), label: m.shell_chat_with_us(), Icon: Sparkles, opens: "assistant" },
      { to: href("/help"), label: m.shell_help_center(), Icon: CircleHelp },
    ],
  ];
}
