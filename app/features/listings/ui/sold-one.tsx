import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { showToast, UNDO_TOAST_MS } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import type { ListingDetail } from "../view.ts";

/** The last piece is sold at /deals/new, which asks for the buyer and the price. */
export function SoldOne({ listing }: { listing: ListingDetail }) {
  const { path, name, status } = listing;
  const sale = useFetcher<Answer<number | null>>();
  const back = useFetcher<Answer<number | null>>();

  useFetcherAnswer(sale.data, ({ ok, value: left }) => {
    if (!ok) return;
    const title = left ? m.stock_sold_left({ name, count: left }) : m.stock_sold_last({ name });
    const undo = () => void back.submit({ intent: "unsold" }, { method: "post", action: path });
    showToast({
      title,
      tone: "good",
      milliseconds: UNDO_TOAST_MS,
      action: { label: m.stock_undo(), run: undo },
    });
  });
  useFetcherAnswer(back.data, ({ ok, value: left }) => {
    if (!ok) return;
    showToast({ title: left === 1 ? m.listing_listed_again({ name }) : m.stock_as_before(), tone: "good" });
  });

  return (
    <>
      {status === "available" && listing.quantity > 1 && (
        <sale.Form method="post" action={path}>
          <input type="hidden" name="intent" value="sold" />
          <Button type="submit" size="lg" busy={sale.state !== "idle"}>
            {m.stock_sell()}
          </Button>
        </sale.Form>
      )}
      {status === "sold" && (
        <back.Form method="post" action={path}>
          <input type="hidden" name="intent" value="unsold" />
          <Button type="submit" size="lg" busy={back.state !== "idle"}>
            {m.listing_list_again()}
          </Button>
        </back.Form>
      )}
      <LinkButton to={`${href("/sell/business/stock")}?q=${listing.id}`} size="lg" variant="ghost">
        {m.listing_change_stock()}
      </LinkButton>
    </>
  );
}
