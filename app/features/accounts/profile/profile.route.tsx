import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { titled } from "#app/ui/title.ts";
import { privateHeaders } from "../answers.server.ts";
import type { Route } from "./+types/profile.route.ts";

/** /profile: what somebody says of themselves (account-shell-home §2, §5). */
export async function loader({ request }: Route.LoaderArgs) {
  await requireViewer(request);
  return null;
}

export const headers = privateHeaders;

export function meta() {
  return titled(m.profile_tab_profile());
}

export default function ProfilePage() {
  return null;
}
