import { data, href, redirect } from "react-router";
import { type BundleAnswer, bundleTexts } from "#app/features/bundles/bundle-form-texts.ts";
import { bundleText } from "#app/features/bundles/bundle-text.ts";
import { BUNDLE_FIELDS, bundleOf, bundleSchema, setBundle } from "#app/features/bundles/bundles.server.ts";
import { m } from "#app/paraglide/messages.js";
import { EDIT_FIELDS, mergeStored } from "#app/platform/edits.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/bundle.route.ts";

export const middleware = [signedIn];

/** The form is in My Listings. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const form = await readForm(request, [...BUNDLE_FIELDS, ...EDIT_FIELDS]);
  const conflicts = form ? mergeStored(form, bundleTexts(await bundleOf(viewer.id))) : [];
  if (conflicts.length > 0) {
    const loaded = String(form?.get("loaded"));
    if (!isNavigation(request)) return data<BundleAnswer>({ conflicts, loaded }, { status: 409 });
    const title = m.edit_conflict_title();
    const wanted = bundleSchema.safeParse(Object.fromEntries(form ?? [])).data ?? null;
    const typed = wanted ? bundleText(wanted) : m.bundle_none();
    const description = `${m.edit_conflict_typed()} ${typed}`;
    return redirect(href("/my-listings"), {
      headers: flash(new Headers(), { title, description, kind: "error" }),
    });
  }
  const parsed = bundleSchema.safeParse(Object.fromEntries(form ?? []));
  // The form offers only valid choices, so a fault needs no message at a field.
  if (!parsed.success) throw new Refused("invalid", { fault: m.deal_bad_request() });
  await setBundle(viewer, parsed.data);
  const title = parsed.data ? m.bundle_saved() : m.bundle_removed();
  return redirect(href("/my-listings"), { headers: flash(new Headers(), { title, kind: "success" }) });
}

export function loader() {
  return redirect(href("/my-listings"));
}
