import { data, href, redirect } from "react-router";
import { z } from "zod";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { safeNext } from "#app/domain/local-path.ts";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import { notDone, notDoneAfter, toggled } from "#app/features/listings/picked-answers.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { pageOf, viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/item.route";

const input = z.object({
  type: z.string().refine((type) => categoryOfType(type) !== undefined),
  id: z.string().refine(isId),
  favorite: z.enum(["true", "false"]).transform((text) => text === "true"),
});

/**
 * This route renders no page, so that a heart loads no other code (decision 0057). A script gets JSON; a form without
 * JavaScript is redirected back to its page.
 */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  if (!viewer) return toggled(notDone(401, m.favorites_please_login(), m.favorites_sign_in_to_save()));
  const form = await readForm(request, Object.keys(input.shape));
  const parsed = input.safeParse(Object.fromEntries(form ?? []));
  if (!parsed.success) return toggled(notDone(400, m.ui_error(), m.favorites_failed()));
  const { type, id, favorite } = parsed.data;
  try {
    await setFavorite(viewer, { type, id }, favorite);
  } catch (error) {
    return toggled(notDoneAfter(error, failureText(type), "a favourite could not be changed"));
  }
  const title = favorite ? m.favorites_added() : m.favorites_removed();
  if (isNavigation(request)) {
    return redirect(safeNext(pageOf(request)), { headers: flash(new Headers(), { title, kind: "success" }) });
  }
  return toggled(data({ ok: true, title }));
}

/** The category's message when a favourite could not be changed. */
function failureText(type: string): string {
  const definition = categoryOfType(type);
  return definition ? sentence(definition, "favorite_failed") : m.favorites_failed();
}

export function loader() {
  return redirect(href("/favorites"));
}
