import { useEffect } from "react";
import { useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { notify } from "#app/ui/toast.ts";
import type { ListingDetail } from "../view.ts";

/** How long a sale can be taken back here: longer than a message is read. */
const UNDO_MS = 10_000;

type Answer = { left: number } | { title: string; message: string };

/** For the owner: counts one down that was sold; and where the number of what there is can be changed. */
export function SoldOne({ listing }: { listing: ListingDetail }) {
  const { path, name, quantity } = listing;
  const sale = useFetcher<Answer>();
  const back = useFetcher<Answer>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once
  useEffect(() => {
    const { data } = sale;
    if (!data) return;
    if (!("left" in data)) return notify({ title: data.title, description: data.message, tone: "danger" });
    const title =
      data.left === 0 ? m.stock_sold_last({ name }) : m.stock_sold_left({ name, count: data.left });
    const undo = () => void back.submit({ intent: "unsold" }, { method: "post", action: path });
    notify({ title, tone: "good", milliseconds: UNDO_MS, action: { label: m.stock_undo(), run: undo } });
  }, [sale.data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once
  useEffect(() => {
    const { data } = back;
    if (!data) return;
    if ("left" in data) notify({ title: m.stock_as_before(), tone: "good" });
    else notify({ title: data.title, description: data.message, tone: "danger" });
  }, [back.data]);

  return (
    <>
      {quantity > 0 && (
        <sale.Form
          method="post"
          action={path}
          onSubmit={(event) => {
            if (navigator.onLine) return;
            // Offline the fetch would fail, and take the page away with it.
            event.preventDefault();
            notify({ title: m.ui_error(), description: m.error_offline_message(), tone: "danger" });
          }}
        >
          <input type="hidden" name="intent" value="sold" />
          <Button type="submit" size="lg" busy={sale.state !== "idle"}>
            {m.stock_sell()}
          </Button>
        </sale.Form>
      )}
      <LinkButton to={`/sell/business/stock?q=${listing.id}`} size="lg" variant="ghost">
        {m.listing_change_stock()}
      </LinkButton>
    </>
  );
}
