import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { titled } from "#app/ui/title.ts";
import { privateHeaders } from "../answers.server.ts";
import type { Route } from "./+types/reviews.route.ts";

/** /profile/reviews: what others said of one (account-shell-home §2, §7). */
export async function loader({ request }: Route.LoaderArgs) {
  await requireViewer(request);
  return null;
}

export const headers = privateHeaders;

export function meta() {
  return titled(m.profile_tab_reviews());
}

export default function ReviewsPage() {
  return null;
}
