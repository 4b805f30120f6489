import { data, redirect } from "react-router";
import { z } from "zod";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { safeNext } from "#app/domain/local-path.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { CardGrid } from "#app/features/listings/ui/card-grid.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { pageOf, viewerOf } from "#app/platform/session.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/favorites.route";
import { setFavorite } from "./commands.server.ts";
import { favoriteListings } from "./queries.server.ts";
import { FavoriteHeart } from "./ui/favorite-heart.tsx";

/** The favourites (account-shell-home spec §2), a section for each category that has any. */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  if (!viewer) {
    const message = {
      title: m.listing_authentication_required(),
      description: m.favorites_sign_in_to_view(),
    };
    throw redirect("/auth?next=%2Ffavorites", {
      headers: flash(new Headers(), { ...message, kind: "error" }),
    });
  }
  const rows = await favoriteListings(viewer.id).catch((error: unknown) => {
    logger.error({ err: error }, "favourites could not be read");
    return null;
  });
  if (!rows) return data({ sections: [], failed: true }, { status: 500 });
  const cards = presentCards(rows, viewer);
  const sections = CATEGORIES.map((definition) => ({
    type: definition.type,
    title: sentence(definition, "plural"),
    cards: cards.filter((card) => card.type === definition.type),
  }));
  return data({ sections: sections.filter((section) => section.cards.length > 0), failed: false });
}

const input = z.object({
  type: z.string().refine((type) => categoryOfType(type) !== undefined),
  id: z.string().refine(isId),
  favorite: z.enum(["true", "false"]).transform((text) => text === "true"),
});

/** Sets or clears one favourite. A script is answered in JSON, a form is sent back to where it was. */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  const refused = (status: number, title: string, message: string) =>
    data({ ok: false as const, title, message }, { status });
  if (!viewer) return refused(401, m.favorites_please_login(), m.favorites_sign_in_to_save());
  const form = await readForm(request, Object.keys(input.shape));
  const parsed = input.safeParse(Object.fromEntries(form ?? []));
  if (!parsed.success) return refused(400, m.ui_error(), m.favorites_failed());
  await limit("favorite", viewer.id);
  const { type, id, favorite } = parsed.data;
  const refusal = await setFavorite(viewer, { type, id }, favorite);
  if (refusal === "not_found") return refused(404, m.ui_error(), m.favorites_gone());
  if (refusal === "own") return refused(403, m.ui_error(), m.favorites_own());
  if (request.headers.get("sec-fetch-mode") === "navigate") {
    const title = favorite ? m.favorites_added() : m.favorites_removed();
    return redirect(safeNext(pageOf(request)), { headers: flash(new Headers(), { title, kind: "success" }) });
  }
  return data({ ok: true as const, favorite });
}

export function meta() {
  return titled(m.favorites_title());
}

export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pb-16">
      <PageTitle title={m.favorites_title()} />
      {loaderData.failed ? (
        <Alert tone="danger" title={m.favorites_fetch_failed()} />
      ) : loaderData.sections.length === 0 ? (
        <EmptyState
          title={m.favorites_empty()}
          hint={m.favorites_empty_hint()}
          action={
            <LinkButton to="/" variant="primary">
              {m.favorites_browse()}
            </LinkButton>
          }
        />
      ) : (
        loaderData.sections.map((section) => (
          <section key={section.type} aria-labelledby={`favorites-${section.type}`} className="mb-12">
            <SectionHeading id={`favorites-${section.type}`} title={section.title} />
            <CardGrid
              cards={section.cards}
              from="favorites"
              heading="h3"
              corner={(card) => <FavoriteHeart listing={card} favorite signedIn />}
            />
          </section>
        ))
      )}
    </div>
  );
}
