import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { titled } from "#app/ui/title.ts";
import { privateHeaders } from "../answers.server.ts";
import type { Route } from "./+types/security.route.ts";

/**
 * /profile/security: one card for each thing that keeps an account its owner's; what a card leads to has its own
 * address below this one.
 */
export async function loader({ request }: Route.LoaderArgs) {
  await requireViewer(request);
  return null;
}

export const headers = privateHeaders;

export function meta() {
  return titled(m.profile_tab_security());
}

export default function SecurityPage() {
  return <div className="grid gap-5" />;
}
