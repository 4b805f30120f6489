import { Outlet, useLocation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { privateHeaders } from "../answers.server.ts";
import type { Route } from "./+types/frame.route.ts";

/** The tab of these is Security. */
const SECURITY = /^\/profile\/(security|download|delete)/;

/** What stands around the three tabs of /profile, which are for their owner alone (account-shell-home §2, §6). */
export async function loader({ request }: Route.LoaderArgs) {
  const { username } = await requireViewer(request);
  return { username };
}

export const headers = privateHeaders;

export default function ProfileFrame({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const tab = (to: string, label: string, current = pathname === to) => ({ to, label, current });
  return (
    <div className="wrap pb-16">
      <PageTitle title={loaderData.username} />
      <LinkTabs
        label={m.profile_tabs_label()}
        tabs={[
          tab("/profile", m.profile_tab_profile()),
          tab("/profile/security", m.profile_tab_security(), SECURITY.test(pathname)),
          tab("/profile/reviews", m.profile_tab_reviews()),
        ]}
      />
      <div className="pt-8">
        <Outlet />
      </div>
    </div>
  );
}
