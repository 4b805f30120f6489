import { href, redirect } from "react-router";
import { bundleOf, bundleSchema, setBundle } from "#app/features/bundles/bundles.server.ts";
import { bundleTexts, bundleValueText } from "#app/features/bundles/ui/bundle-form.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/bundle.route.ts";

export const middleware = [signedIn];

/** The form is in My Listings. */
export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: bundleSchema,
    coerces: false,
    onOtherPage: true,
    failedTitle: (reason) => (reason === "conflict" ? null : m.ui_error()),
    textOf: bundleValueText,
    stored: async (viewer) => bundleTexts(await bundleOf(viewer.id)),
    async command(bundle, viewer) {
      await setBundle(viewer, bundle);
      const title = bundle ? m.bundle_saved() : m.bundle_removed();
      return { to: href("/my-listings"), toast: { title, tone: "good" } };
    },
  });
}

export function loader() {
  return redirect(href("/my-listings"));
}
