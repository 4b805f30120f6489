import { type FormEvent, type RefObject, useId } from "react";
import { href, Link, useFetcher, useHref } from "react-router";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { Answer } from "#app/ui/answer.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { useCloseWatcher } from "#app/ui/panel.tsx";
import { Price } from "#app/ui/price.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { SheetDraft, SheetListing, SheetStart, Way } from "../view.ts";
import { BuyForm } from "./buy-form.tsx";
import { OfferForm } from "./offer-form.tsx";

interface OfferSheetProps {
  readonly way: Way;
  readonly listing: SheetListing;
  /** What was typed before the sheet was closed, and where the next is kept. */
  readonly draft: RefObject<SheetDraft>;
  readonly onClose: () => void;
}

const FIELDS = ["price", "pieces", "note"] as const satisfies readonly (keyof SheetDraft)[];

/** The form of Buy Now or Make Offer over the page of the listing or a conversation, at the bottom of a phone. */
export function OfferSheet({ way, listing, draft, onClose }: OfferSheetProps) {
  const query = new URLSearchParams({ listing: listing.key, way });
  const { answer, failed, reload } = useAnswer<SheetStart>(
    useHref(`${href("/offers/start")}?${query}`),
    (description) => showToast({ title: m.ui_error(), description, tone: "danger" }),
  );
  // Over the chat dialog, which watches too, so that Back closes this sheet first.
  useCloseWatcher(true, onClose);
  return (
    <Dialog open onOpenChange={onClose} title={way === "bid" ? m.offer_new_title() : m.buy_title()}>
      <div className="grid gap-5">
        <Item listing={listing} />
        {failed ? (
          <Button onClick={reload}>{m.chat_again()}</Button>
        ) : answer === undefined ? (
          <Waiting way={way} />
        ) : (
          <Started start={answer} draft={draft} />
        )}
      </div>
    </Dialog>
  );
}

function Item({ listing: { name, lang, photo, price, approximately, seller } }: { listing: SheetListing }) {
  return (
    <div className="flex items-center gap-4">
      <Photo photo={photo} alt="" sizes="5rem" className="size-20 shrink-0 rounded-sm object-cover" />
      <div className="grid min-w-0 gap-1">
        <p className="line-clamp-2 font-semibold leading-snug">
          <bdi lang={lang}>{name}</bdi>
        </p>
        <p className="font-display font-semibold text-lg tabular-nums">
          <Price price={price} approximately={approximately} />
        </p>
        <p className="flex items-center gap-2 text-[0.9375rem] text-soft">
          <Avatar name={seller.username} src={seller.avatarUrl} size="sm" />
          <bdi>{seller.username || m.listing_unknown_user()}</bdi>
        </p>
      </div>
    </div>
  );
}

/** As high as the form. */
function Waiting({ way }: { way: Way }) {
  return (
    <div role="status" aria-label={m.chat_loading()} className="grid gap-5">
      {way === "bid" && (
        <>
          <Skeleton className="h-13" />
          <Skeleton className="h-25" />
          <Skeleton className="h-31" />
        </>
      )}
      <Skeleton className={way === "bid" ? "h-18" : "h-29"} />
      <Skeleton className="h-13" />
    </div>
  );
}

function Started({ start, draft }: { start: SheetStart } & Pick<OfferSheetProps, "draft">) {
  const { Form, data, state } = useFetcher<Answer>();
  const note = useId();
  if (start.refusal) {
    const { text, link } = start.refusal;
    return (
      <Alert tone="notice">
        {text}{" "}
        {link && (
          <Link to={link.to} className="text-link">
            {link.text}
          </Link>
        )}
      </Alert>
    );
  }
  const busy = state !== "idle";
  // While a corrected form is sent, the faults of the one before are gone.
  const lastResult = busy ? undefined : data?.result;
  function keep(event: FormEvent<HTMLFormElement>): void {
    const typed = new FormData(event.currentTarget);
    draft.current = Object.fromEntries(
      FIELDS.flatMap((name) => {
        const value = typed.get(name);
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
  }
  const form = { Form, result: lastResult, draft: draft.current, onInput: keep };
  const send = (text: string) => (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      // Toasts appear above it.
      data-bottom-bar=""
      busy={busy}
      busyLabel={m.review_sending()}
      aria-describedby={note}
    >
      {text}
    </Button>
  );
  if (start.offer) {
    return (
      <OfferForm start={start.offer} {...form}>
        <p id={note} className="text-[0.9375rem] text-soft">
          {m.offer_next({ name: start.offer.seller })}
        </p>
        {send(m.offer_send())}
      </OfferForm>
    );
  }
  const { buy } = start;
  return (
    <BuyForm start={buy} {...form}>
      <div id={note} className="grid gap-1.5">
        <p className="text-[0.9375rem]">{m.buy_next({ name: buy.seller })}</p>
        <p className="text-soft text-sm">{buy.rights}</p>
      </div>
      {send(m.buy_submit())}
    </BuyForm>
  );
}
