import { type ReactNode, useRef, useState } from "react";
import { href, useFetcher } from "react-router";
import { editPath } from "#app/domain/categories/paths.ts";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import type { ListingDetail } from "../view.ts";
import { useArrival } from "./arrival.ts";
import { SoldOne } from "./sold-one.tsx";

// Lazy-loaded: buyers and most owners never see it.
const AlertDialog = lazyLoad(async () => (await import("#app/ui/alert-dialog.tsx")).AlertDialog);

interface BuyerActionsProps {
  readonly listing: ListingDetail;
  readonly chat: ReactNode;
  /** Buy Now or Make Offer, in a shop with offers. */
  readonly linkOf: (way: "direct_checkout" | "bid") => ReactNode;
}

/** The chat comes first: on a phone it stays at the bottom of the screen with the price (docs/decisions/0076). */
export function BuyerActions({ listing, chat, linkOf }: BuyerActionsProps) {
  const { actions, offers } = listing;
  const soon = (description: string) => showToast({ title: m.listing_coming_soon(), description });
  return (
    <>
      {actions.includes("chat") && (
        <div data-bottom-bar="" className="action-bar col-span-2">
          <span aria-hidden="true" className="min-w-0 flex-1 font-display text-2xl tabular-nums md:hidden">
            {listing.price}
          </span>
          {chat}
        </div>
      )}
      {actions.includes("direct_checkout") &&
        (offers ? (
          linkOf("direct_checkout")
        ) : (
          <Button size="lg" onClick={() => soon(m.listing_checkout_soon())}>
            {m.option_direct_checkout()}
          </Button>
        ))}
      {actions.includes("bid") &&
        (offers ? (
          linkOf("bid")
        ) : (
          <Button size="lg" onClick={() => soon(m.listing_bidding_soon())}>
            {m.option_bid()}
          </Button>
        ))}
    </>
  );
}

export function OwnerActions({ listing }: { listing: ListingDetail }) {
  const { path } = listing;
  const fetcher = useFetcher<Answer>();
  const [confirming, setConfirming] = useState<boolean>();
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { state } = useArrival();
  const busy = fetcher.state !== "idle";
  useFetcherAnswer(fetcher.data, () => setConfirming(false));
  return (
    <>
      {listing.mayEdit && listing.status === "available" && (
        <LinkButton
          to={`${href("/deals/new")}?listing=${listing.type}:${listing.id}`}
          size="lg"
          className="col-span-2"
        >
          {m.listing_mark_link()}
        </LinkButton>
      )}
      {listing.mayEdit && (
        <LinkButton to={editPath(path)} state={state} size="lg">
          {m.listing_edit()}
        </LinkButton>
      )}
      {listing.mayEdit && <SoldOne listing={listing} />}
      {listing.mayDelete && (
        <Button
          ref={opener}
          variant="danger"
          size="lg"
          aria-haspopup="dialog"
          onClick={() => setConfirming(true)}
        >
          {m.listing_delete()}
        </Button>
      )}
      {confirming !== undefined && (
        <AlertDialog
          open={confirming}
          onOpenChange={setConfirming}
          opener={opener}
          title={m.listing_delete_title()}
          description={m.listing_delete_text()}
          confirmLabel={m.listing_delete()}
          busy={busy}
          busyLabel={m.listing_deleting()}
          onConfirm={() => form.current?.requestSubmit()}
          onMissing={() => setConfirming(undefined)}
        />
      )}
      {listing.mayDelete && (
        <fetcher.Form ref={form} method="post" action={path} data-failed={listing.deleteFailed} hidden>
          <input type="hidden" name="intent" value="delete" />
        </fetcher.Form>
      )}
    </>
  );
}
