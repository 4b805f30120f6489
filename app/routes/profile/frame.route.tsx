import { data, href, Outlet, useLocation } from "react-router";
import { profileOwnerOf } from "#app/features/accounts/profile/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { logger } from "#app/platform/log.server.ts";
import { NoProfile } from "#app/platform/profile.server.ts";
import { visitOf } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import type { Route } from "./+types/frame.route.ts";

/** These paths belong to the Security tab. */
const SECURITY = /^\/profile\/(security|download|delete)/;

/** The layout around the three tabs of /profile, which only their owner sees. */
export async function loader({ request }: Route.LoaderArgs) {
  const owner = await profileOwnerOf(request).catch(unknownOwner);
  const visit = await visitOf(request);
  return { username: owner?.username ?? null, role: visit?.role ?? null };
}

/** Throws a response with status 500, whose message says which step of reading the profile failed. */
function unknownOwner(error: unknown): never {
  if (error instanceof Response) throw error;
  logger.error({ err: error }, "whose profile this is could not be read");
  if (!(error instanceof NoProfile)) throw data({ message: m.profile_unexpected() }, { status: 500 });
  const message = error.step === "create" ? m.profile_create_failed() : m.profile_reload_failed();
  throw data({ message }, { status: 500 });
}

export default function ProfileFrame({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const security = SECURITY.test(pathname);
  const reviews = pathname === href("/profile/reviews");
  const tabs = [
    { to: href("/profile"), label: m.profile_tab_profile(), current: !security && !reviews },
    { to: href("/profile/security"), label: m.profile_tab_security(), current: security },
    { to: href("/profile/reviews"), label: m.profile_tab_reviews(), current: reviews },
  ];
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        // The h1 is that of the page below.
        as="p"
        title={<bdi>{loaderData.username ?? m.profile_tab_profile()}</bdi>}
        actions={
          loaderData.role !== null && (
            <>
              <LinkButton to={href("/moderation")}>{m.moderation_title()}</LinkButton>
              {loaderData.role === "operator" && (
                <LinkButton to={href("/operator")}>{m.operator_title()}</LinkButton>
              )}
            </>
          )
        }
      />
      <LinkTabs label={m.profile_tabs_label()} tabs={tabs} />
      {/* The page of a tab has the tab's name; the pages below it have their own h1. */}
      {tabs.map(
        ({ to, label }) =>
          to === pathname && (
            <h1 key={to} className="sr-only">
              {label}
            </h1>
          ),
      )}
      <div className="pt-8">
        <Outlet />
      </div>
    </div>
  );
}
