import { useEffect, useRef } from "react";
import {
  data,
  href,
  isRouteErrorResponse,
  useLocation,
  useRevalidator,
  useRouteLoaderData,
} from "react-router";
import { z } from "zod";
import { browsePath } from "#app/domain/categories/paths.ts";
import { isolated } from "#app/domain/text-rules.ts";
import { browseAddress } from "#app/features/browse/addresses.server.ts";
import { presentOwnOrder } from "#app/features/cart/present.server.ts";
import { CartButton } from "#app/features/cart/ui/cart-button.tsx";
import { ChatButton } from "#app/features/chat/ui/chat-button.tsx";
import { recordListingView } from "#app/features/favorites/commands.server.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { deleteListing, sellOne, takeSaleBack } from "#app/features/listings/commands.server.ts";
import { listingPageMeta } from "#app/features/listings/page-meta.server.ts";
import { presentCards, presentDetail, presentJustListed } from "#app/features/listings/present.server.ts";
import { firstOfCategory, missingReason, shownDetail } from "#app/features/listings/queries.server.ts";
import { summaryOf } from "#app/features/listings/summary.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { BackLink } from "#app/features/listings/ui/back-link.tsx";
import { CardRows } from "#app/features/listings/ui/card-rows.tsx";
import { BuyerActions, OwnerActions } from "#app/features/listings/ui/listing-actions.tsx";
import { ListingPage } from "#app/features/listings/ui/listing-page.tsx";
import { LoadFailed } from "#app/features/listings/ui/load-failed.tsx";
import { RELATED, RelatedRows } from "#app/features/listings/ui/related-rows.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { listingComparedWithOwnRacket } from "#app/features/model-pages/own-racket.server.ts";
import { presentModelLink } from "#app/features/model-pages/present.server.ts";
import { RELATED_TAGS, relatedCards } from "#app/features/model-pages/related-cards.server.ts";
import { modelById } from "#app/features/models/question.server.ts";
import { OfferSheets, SheetLink } from "#app/features/offers/ui/sheet-link.tsx";
import { soldTextOf } from "#app/features/prices/guide.server.ts";
import { SELLER_TAGS, sellerOnListing } from "#app/features/sellers/present.server.ts";
import { isUnanswered, problemTitle } from "#app/features/shell/problems.ts";
import type { ShellData } from "#app/features/shell/shell-data.ts";
import { ErrorPage } from "#app/features/shell/ui/error-page.tsx";
import { ShareButton } from "#app/features/shell/ui/share-button.tsx";
import { usePageRetry } from "#app/features/shell/ui/use-page-retry.ts";
import { picturesOfListing } from "#app/features/stock/pictures/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { cachePage, setPageMeta } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { offerSettings } from "#app/platform/settings.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/detail.route";

// Lazy-loaded with the chat, which most visitors never open.
const RoomDeal = lazyLoad(async () => (await import("#app/features/deals/ui/room-deal.tsx")).FetchedRoomDeal);
const OfferCard = lazyLoad(async () => (await import("#app/features/offers/ui/offer-card.tsx")).OfferCard);

// Shown only to the seller, while pictures of the listing are still to be fetched or could not be fetched.
const ListingPicturesNote = lazyLoad(
  async () => (await import("#app/features/stock/pictures/ui/listing-pictures.tsx")).ListingPicturesNote,
);

// Only the owner of a new listing sees this panel.
const ListedPanel = lazyLoad(
  async () => (await import("#app/features/sell/ui/listed-panel.tsx")).ListedPanel,
);

export async function loader({ request, params }: Route.LoaderArgs) {
  const { definition } = browseAddress(request);
  const key = { type: definition.type, id: params.id ?? "" };
  const viewer = await viewerOf(request);
  const row = await shownDetail(viewer, key).catch((error: unknown) => {
    logger.error({ err: error, ...key }, "a listing could not be loaded");
    throw data({ message: sentence(definition, "load_failed"), retry: true }, { status: 500 });
  });
  const model = row && (await modelById(definition, row.model_id));
  const listing = row && presentDetail(definition, row, viewer, { model, ...(await offerSettings()) });
  if (!listing) {
    const reason = await missingReason(key);
    const page = {
      cards: presentCards(await firstOfCategory(definition, 6), viewer),
      link: {
        to: browsePath(definition),
        text: m.listing_browse_all({ category: sentence(definition, "plural") }),
      },
    };
    throw new Refused(reason, { sentence: sentence(definition, "not_found") }, page);
  }
  const ordered = viewer !== null && !listing.own && listing.status !== "available";
  const wantsRelated = new URL(request.url).searchParams.has(RELATED);
  const [favorites, seller, mine, soldFor, order, below] = await Promise.all([
    favoritesAmong(viewer, [key]),
    sellerOnListing(row.user_id),
    listingComparedWithOwnRacket(definition, row, viewer),
    soldTextOf(definition, model, row.attributes),
    ordered ? presentOwnOrder(viewer, key) : null,
    wantsRelated ? relatedCards(definition, row, viewer) : null,
  ]);
  // Last, because the primary answers all that follows a write (docs/decisions/0198).
  if (viewer && !listing.own)
    void recordListingView(viewer, key).catch((error: unknown) => {
      logger.warn({ err: error, ...key }, "a view was not recorded");
    });
  if (!viewer && below?.whole !== false)
    cachePage([...new Set([key.type, ...SELLER_TAGS, ...(below ? RELATED_TAGS : [])])]);
  setPageMeta(() => listingPageMeta(definition, row, listing));
  return {
    listing: { ...listing, soldFor, rows: [...listing.rows, ...(mine ? [mine] : []), ...seller.rows] },
    listed: presentJustListed(row, viewer),
    canonicalPath: listing.path,
    rating: seller.rating,
    sellerFacts: seller.facts,
    related: below?.related ?? null,
    relatedRows: 1 + Number(!listing.own) + Number(definition.models?.closeness !== undefined),
    model: model && presentModelLink(definition, model),
    order,
    viewer: viewer && { id: viewer.id },
    pictures: listing.own ? await picturesOfListing(viewer, key) : null,
    favorite: favorites.length > 0,
    back: { plural: definition.plural, back: definition.back },
    category: sentence(definition, "plural"),
  };
}

loader.query = [RELATED];

const changeSchema = z.object({ intent: z.enum(["delete", "sold", "unsold"]) });

/** Deletes the listing, counts one piece as sold ("sold"), or takes that back ("unsold"). */
export function action({ request, params }: Route.ActionArgs) {
  const { definition, path } = browseAddress(request);
  const key = { type: definition.type, id: params.id ?? "" };
  const isDeletion = (intent: unknown) => intent === "delete";
  return submit(request, {
    async who() {
      const viewer = await viewerOf(request);
      if (!viewer) throw signInRedirect(path);
      return viewer;
    },
    schema: changeSchema,
    failedTitle: (_, intent) =>
      isDeletion(intent) ? sentence(definition, "delete_failed_title") : m.ui_error(),
    failed: (form) =>
      isDeletion(form?.get("intent")) ? sentence(definition, "delete_failed") : m.error_500_message(),
    async command({ intent }, viewer): Promise<Done<number | null>> {
      if (intent === "sold") return { toWithoutScript: path, value: await sellOne(viewer, key) };
      if (intent === "unsold") return { toWithoutScript: path, value: await takeSaleBack(viewer, key) };
      await deleteListing(viewer, key);
      const title = sentence(definition, "deleted");
      return {
        to: href("/my-listings"),
        toast: { title, description: m.listing_deleted_redirect(), tone: "good" },
      };
    },
  });
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  const listing = loaderData?.listing;
  return listing ? titled(isolated(listing.name), summaryOf(listing)) : titled(problemTitle(error));
}

export default function DetailPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const { listing, listed, pictures, viewer } = page;
  const listingKey = `${listing.type}:${listing.id}`;
  const heart = (card: ListingCard, favorite: boolean, labelled = false) => (
    <FavoriteHeart listing={card} favorite={favorite} signedIn={viewer !== null} labelled={labelled} />
  );
  return (
    <>
      {actionData?.ok === false && (
        // Our script shows a toast instead; this is for a form without JavaScript.
        <div className="wrap pt-6">
          <Alert tone="danger" title={actionData.toast?.title}>
            {actionData.message}
          </Alert>
        </div>
      )}
      {listed && (
        <div className="wrap pt-4">
          <ListedPanel listed={listed} share={<ShareButton path={listed.path} title={listed.name} />} />
        </div>
      )}
      {pictures && <ListingPicturesNote listing={listing} pictures={pictures} />}
      <ListingPage
        listing={listing}
        back={<BackLink definition={page.back} owner={listing.own} category={page.category} />}
        rating={page.rating}
        sellerFacts={page.sellerFacts}
        model={page.model}
        order={page.order}
        share={<ShareButton path={listing.path} title={listing.name} />}
        heart={
          !listing.own && (
            <>
              {heart(listing, page.favorite, true)}
              <CartButton listing={listing} />
            </>
          )
        }
        actions={
          listing.mayEdit || listing.mayDelete ? (
            <OwnerActions listing={listing} />
          ) : (
            <BuyerActions
              listing={listing}
              linkOf={(way) => (
                <SheetLink way={way} listing={listingKey} signedIn={viewer !== null} size="lg" />
              )}
              chat={
                <ChatButton
                  listing={listing}
                  viewer={viewer}
                  own={false}
                  variant="primary"
                  size="lg"
                  className="flex-1"
                  Offer={OfferCard}
                  renderDeal={(deal) => (
                    <RoomDeal
                      {...deal}
                      linkOf={(way, key) => <SheetLink way={way} listing={key} signedIn size="sm" />}
                    />
                  )}
                />
              }
            />
          )
        }
      />
      {viewer && !listing.own && <OfferSheets listing={{ ...listing, key: listingKey }} />}
      <RelatedRows page={page} corner={(card, favorite) => !card.own && heart(card, favorite)} />
    </>
  );
}

/** A failed load is retried once by itself, in an outage again and again. Other errors get the usual page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<Pick<ShellData, "requestId" | "categories">>("root");
  const { pathname } = useLocation();
  const revalidator = useRevalidator();
  const retried = useRef(false);
  const answer = isRouteErrorResponse(error) ? error : { status: 500, data: null };
  const { message, cards = [] } = (answer.data ?? {}) as { message?: string; cards?: readonly ListingCard[] };
  // Without an answer, the id is that of the page before.
  const requestId = isUnanswered(error) ? undefined : frame?.requestId;
  const category = frame?.categories.find(({ href }) => pathname.startsWith(`${href}/`));
  const retryable = answer.status >= 500;
  useEffect(() => {
    if (!retryable || retried.current) return;
    retried.current = true;
    void revalidator.revalidate();
  }, [retryable, revalidator]);
  usePageRetry(answer.status === 503);
  if (!retryable) {
    return (
      <>
        <ErrorPage error={error} requestId={frame?.requestId} />
        <CardRows
          className="wrap pb-16"
          corner={() => null}
          rows={[{ id: "instead", title: m.listing_instead(), cards }]}
        />
      </>
    );
  }
  return (
    <LoadFailed
      title={message ?? category?.loadFailed ?? m.listing_load_failed()}
      requestId={requestId}
      retrying={answer.status === 503}
      busy={revalidator.state === "loading"}
      onRetry={() => void revalidator.revalidate()}
    />
  );
}
