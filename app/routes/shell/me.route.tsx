import { ChevronRight } from "lucide-react";
import { Form, href, Link } from "react-router";
import { openOffersTo, speaksOfOffers } from "#app/features/offers/queries.server.ts";
import { ordersToDo } from "#app/features/orders/queries.server.ts";
import { savedCountsOf } from "#app/features/saved-searches/queries.server.ts";
import { InstallOffer, ThemeSwitch } from "#app/features/shell/ui/footer.tsx";
import { type MePlace, mePlaces } from "#app/features/shell/ui/me-places.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { visitOf } from "#app/platform/session.server.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { useSidePanels } from "#app/ui/side-panels.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/me.route.ts";

export const middleware = [signedIn];

/** /me: the person's places, to which the last tab of a phone's tab bar leads. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const [visit, orders, hasOffers, offers, searches] = await Promise.all([
    visitOf(request),
    ordersToDo(viewer),
    speaksOfOffers(viewer),
    openOffersTo(viewer),
    savedCountsOf(viewer.id),
  ]);
  return {
    role: visit?.role ?? null,
    waiting: { orders, offers: hasOffers ? offers : null, searches: searches.fresh },
  };
}

export function meta() {
  return titled(m.shell_tab_me());
}

export default function Me({
  loaderData: { role, waiting },
  matches: [{ loaderData: shell }],
}: Route.ComponentProps) {
  const { viewer, unread, unreadChats } = shell;
  const username = viewer?.username || m.shell_user_fallback();
  const groups = mePlaces({ ...waiting, chats: unreadChats, notices: unread - unreadChats }, role);
  return (
    <div className="wrap-column pb-16">
      <div className="relative flex items-center gap-4 py-5 hover:bg-sunken">
        <Avatar name={username} src={viewer?.avatarUrl ?? null} size="lg" />
        <div className="grid min-w-0 flex-1 gap-1">
          <h1 className="text-title">
            <bdi>{username}</bdi>
          </h1>
          <Link
            to={href("/profile")}
            className="font-semibold text-sm text-soft tracking-wide outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:outline-focus"
          >
            {m.shell_see_my_profile()}
          </Link>
        </div>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-soft" />
      </div>
      <div className="grid gap-4">
        {groups.map((places) => (
          <ul
            key={places[0]?.to}
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
          >
            {places.map((place) => (
              <li key={place.label}>
                <PlaceLink place={place} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className="py-4">
        <ThemeSwitch />
        <InstallOffer className="text-link inline-flex min-h-11 items-center gap-2" />
      </div>
      <Form method="post" action={href("/sign-out")} reloadDocument>
        <Button type="submit" className="w-full sm:w-auto">
          {m.shell_log_out()}
        </Button>
      </Form>
    </div>
  );
}

function PlaceLink({ place: { to, label, Icon, waiting, opens } }: { place: MePlace }) {
  const panels = useSidePanels();
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (!opens || !panels || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        panels.openAssistant(event.currentTarget);
      }}
      className="flex min-h-12 items-center gap-3.5 px-4 py-1.5 hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-soft" />
      <span className="min-w-0 flex-1">{label}</span>
      {waiting && waiting.count > 0 && (
        <>
          <span className="sr-only">{waiting.text}</span>
          <span
            aria-hidden="true"
            className="min-w-6 rounded-full bg-clay-fill px-2 text-center font-bold text-on-clay text-xs leading-6 tabular-nums"
          >
            {waiting.count}
          </span>
        </>
      )}
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-soft" />
    </Link>
  );
}
