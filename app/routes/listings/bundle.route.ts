import { href, redirect } from "react-router";
import { BUNDLE_FIELDS, bundleSchema, setBundle } from "#app/features/bundles/bundles.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/bundle.route.ts";

export const middleware = [signedIn];

/** The form is in My Listings. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const parsed = bundleSchema.safeParse(Object.fromEntries((await readForm(request, BUNDLE_FIELDS)) ?? []));
  // The form offers only valid choices, so a fault needs no message at a field.
  if (!parsed.success) throw new Refused("invalid", { fault: m.deal_bad_request() });
  await setBundle(viewer, parsed.data);
  const title = parsed.data ? m.bundle_saved() : m.bundle_removed();
  return redirect(href("/my-listings"), { headers: flash(new Headers(), { title, kind: "success" }) });
}

export function loader() {
  return redirect(href("/my-listings"));
}
