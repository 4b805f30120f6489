import { href, redirect } from "react-router";
import { z } from "zod";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import { toggleToast } from "#app/features/listings/picked.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/item.route";

const input = z.object({
  type: z.string().refine((type) => categoryOfType(type) !== undefined),
  id: z.string().refine(isId),
  favorite: z.enum(["true", "false"]).transform((text) => text === "true"),
});

/** This route renders no page, so that a heart loads no other code (decision 0057). */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: signedInOr(m.favorites_sign_in_to_save),
    schema: input,
    coerces: false,
    onOtherPage: true,
    failedTitle: (reason) => (reason === "signed_out" ? m.favorites_please_login() : m.ui_error()),
    failed: (form) => failureText(String(form?.get("type"))),
    async command({ type, id, favorite }, viewer) {
      await setFavorite(viewer, { type, id }, favorite);
      return { toast: toggleToast(favorite ? m.favorites_added() : m.favorites_removed()) };
    },
  });
}

/** The category's message when a favourite could not be changed. */
function failureText(type: string): string {
  const definition = categoryOfType(type);
  return definition ? sentence(definition, "favorite_failed") : m.favorites_failed();
}

export function loader() {
  return redirect(href("/favorites"));
}
