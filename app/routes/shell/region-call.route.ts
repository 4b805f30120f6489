import { submitRegion } from "#app/features/shell/region.server.ts";
import { postOnly } from "#app/platform/form.server.ts";
import type { Route } from "./+types/region-call.route.ts";

/** For the dialog. */
export function action({ request }: Route.ActionArgs) {
  return submitRegion(request);
}

export const loader = postOnly;
