import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  redirect,
  useFetcher,
  useRevalidator,
  useRouteLoaderData,
} from "react-router";
import { ChatButton } from "#app/features/chat/ui/chat-button.tsx";
import { recordView } from "#app/features/favorites/commands.server.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { ErrorPage } from "#app/features/shell/ui/error-page.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { type Problem, problem } from "#app/platform/problem.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { keepFor } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import { notify } from "#app/ui/toast.ts";
import type { Route } from "./+types/detail.route";
import { browseAddress } from "./addresses.server.ts";
import { deleteListing, ListingRefused } from "./commands.server.ts";
import { presentDetail } from "./present.server.ts";
import { listingDetail } from "./queries.server.ts";
import { sentence } from "./texts.server.ts";
import { useArrival } from "./ui/arrival.ts";
import { BackLink } from "./ui/back-link.tsx";
import { ListingPage } from "./ui/listing-page.tsx";
import type { ListingDetail } from "./view.ts";

/** A listing's page (marketplace spec §2 Detail pages). */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { definition } = browseAddress(request);
  const key = { type: definition.type, id: params.id ?? "" };
  const viewer = await viewerOf(request);
  const row = await listingDetail(key).catch((error: unknown) => {
    logger.error({ err: error, ...key }, "a listing could not be loaded");
    throw data({ message: sentence(definition, "load_failed"), retry: true }, { status: 500 });
  });
  const listing = row && presentDetail(definition, row, viewer);
  if (!listing) {
    throw problem(404, {
      message: sentence(definition, "not_found"),
      link: {
        to: `/${definition.plural}`,
        text: m.listing_browse_all({ category: sentence(definition, "plural") }),
      },
    });
  }
  const [favorite] = viewer ? await favoritesAmong(viewer.id, [key]) : [];
  if (viewer && !listing.own) void recordView(viewer.id, key);
  if (!viewer) keepFor([definition.type]);
  return {
    listing,
    viewer: viewer && { id: viewer.id },
    favorite: favorite !== undefined,
    back: { plural: definition.plural, back: definition.back },
    category: sentence(definition, "plural"),
  };
}

/** Deletes the listing (marketplace spec §4 Deletion). */
export async function action({ request, params }: Route.ActionArgs) {
  const { definition, path } = browseAddress(request);
  const failed = (status: number, message: string) =>
    data({ title: sentence(definition, "delete_failed_title"), message }, { status });
  const viewer = await viewerOf(request);
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(path)}`);
  if ((await readForm(request, ["intent"]))?.get("intent") !== "delete")
    return failed(400, sentence(definition, "delete_failed"));
  await limit("listing_write", viewer.id);
  try {
    await deleteListing(viewer, { type: definition.type, id: params.id ?? "" });
  } catch (error) {
    if (!(error instanceof ListingRefused)) {
      logger.error({ err: error, id: params.id }, "a listing could not be deleted");
      return failed(500, sentence(definition, "delete_failed"));
    }
    if (error.reason === "not_found") throw problem(404, { message: sentence(definition, "not_found") });
    return failed(403, m.listing_not_yours());
  }
  const headers = flash(new Headers(), {
    title: sentence(definition, "deleted"),
    description: m.listing_deleted_redirect(),
    kind: "success",
  });
  return redirect("/my-listings", { headers });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const listing = loaderData?.listing;
  if (!listing) return titled();
  return titled(listing.name, `${listing.price} · ${listing.facts.map((fact) => fact.value).join(" · ")}`);
}

export default function DetailPage({
  loaderData: { listing, viewer, favorite, back, category },
}: Route.ComponentProps) {
  return (
    <ListingPage
      listing={listing}
      back={<BackLink definition={back} owner={listing.own} category={category} />}
      heart={
        listing.own ? null : (
          <FavoriteHeart listing={listing} favorite={favorite} signedIn={viewer !== null} labelled />
        )
      }
      actions={
        listing.mayEdit || listing.mayDelete ? (
          <OwnerActions listing={listing} />
        ) : (
          <BuyerActions
            offered={listing.actions}
            chat={(variant) => (
              <ChatButton listing={listing} viewer={viewer} own={false} variant={variant} size="lg" />
            )}
          />
        )
      }
    />
  );
}

interface BuyerActionsProps {
  readonly offered: readonly string[];
  readonly chat: (variant: "primary" | "secondary") => ReactNode;
}

/** What a buyer may do, as the listing's transaction options say. Buying and bidding are announced, not built (spec §1). */
function BuyerActions({ offered, chat }: BuyerActionsProps) {
  const soon = (description: string) => notify({ title: m.listing_coming_soon(), description });
  const buyable = offered.includes("direct_checkout");
  return (
    <>
      {buyable && (
        <Button variant="primary" size="lg" onClick={() => soon(m.listing_checkout_soon())}>
          {m.option_direct_checkout()}
        </Button>
      )}
      {offered.includes("chat") && chat(buyable ? "secondary" : "primary")}
      {offered.includes("bid") && (
        <Button size="lg" onClick={() => soon(m.listing_bidding_soon())}>
          {m.option_bid()}
        </Button>
      )}
    </>
  );
}

function OwnerActions({ listing }: { listing: ListingDetail }) {
  const { path } = listing;
  const fetcher = useFetcher<{ title: string; message: string }>();
  const [asking, setAsking] = useState(false);
  const { state } = useArrival();
  const busy = fetcher.state !== "idle";
  const failure = fetcher.data;
  useEffect(() => {
    if (!failure) return;
    setAsking(false);
    notify({ title: failure.title, description: failure.message, tone: "danger" });
  }, [failure]);
  return (
    <>
      {listing.mayEdit && (
        <LinkButton to={`${path}/edit`} state={state} size="lg">
          {m.listing_edit()}
        </LinkButton>
      )}
      {listing.mayDelete && (
        <AlertDialog
          open={asking}
          onOpenChange={setAsking}
          title={m.listing_delete_title()}
          description={m.listing_delete_text()}
          confirmLabel={m.listing_delete()}
          busy={busy}
          busyLabel={m.listing_deleting()}
          onConfirm={() => void fetcher.submit({ intent: "delete" }, { method: "post", action: path })}
          trigger={
            <Button variant="danger" size="lg">
              {m.listing_delete()}
            </Button>
          }
        />
      )}
    </>
  );
}

/** A failed load is tried once more by itself (marketplace spec §4); everything else is the usual error page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<{ requestId: string }>("root");
  const revalidator = useRevalidator();
  const retried = useRef(false);
  // What the loader reports comes here; a request that never arrived is the root's to tell.
  const retryable = !isRouteErrorResponse(error) || error.status >= 500;
  useEffect(() => {
    if (!retryable || retried.current) return;
    retried.current = true;
    void revalidator.revalidate();
  }, [retryable, revalidator]);
  if (!retryable) return <ErrorPage error={error} requestId={frame?.requestId} />;
  const told = isRouteErrorResponse(error)
    ? (error.data as Partial<Problem> | undefined)?.message
    : undefined;
  return (
    <div className="wrap py-16">
      <Alert
        tone="danger"
        title={told ?? m.listing_load_failed()}
        action={
          <Button busy={revalidator.state === "loading"} onClick={() => void revalidator.revalidate()}>
            {m.listing_try_again()}
          </Button>
        }
      >
        {frame && (
          <>
            {m.error_request_id()} <code className="select-all break-all font-mono">{frame.requestId}</code>
          </>
        )}
      </Alert>
    </div>
  );
}
