import { href, useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { Failure } from "#app/ui/answer.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Price } from "#app/ui/price.tsx";
import { useWindowEvent } from "#app/ui/use-window-event.ts";
import type { CartView, Note, RequestView } from "../view.ts";
import type { UnsentMessage } from "./ask-seller.tsx";
import { RemoveForm } from "./remove-form.tsx";
import { SellerItems } from "./seller-items.tsx";
import { SentRequests } from "./sent-requests.tsx";

interface CartPageProps {
  readonly cart: CartView;
  readonly requests: readonly RequestView[];
  readonly signedIn: boolean;
  readonly note: Note | null;
  readonly failed: boolean;
  readonly failure: Failure | null;
}

export function CartPage({ cart, requests, signedIn, note, failed, failure }: CartPageProps) {
  useOtherTabs();
  const typed = typedIn(failure);
  const { groups, gone, sum, unavailableItems } = cart;
  const empty = groups.length === 0 && gone.length === 0;
  return (
    <div className="wrap pb-16">
      <PageTitle title={m.shell_cart()} lead={m.cart_lead()} />
      {failed && <Alert tone="danger" title={m.cart_fetch_failed()} />}
      {failure && !typed && (
        <Alert tone="danger" title={m.ui_error()}>
          {failure.message}
        </Alert>
      )}
      {empty && !failed && (
        <EmptyState
          title={m.cart_empty()}
          hint={m.cart_empty_hint()}
          action={
            <>
              <LinkButton to={href("/search")} variant="primary">
                {m.cart_browse()}
              </LinkButton>
              <LinkButton to={href("/favorites")}>{m.shell_favorites()}</LinkButton>
            </>
          }
        />
      )}
      {!empty && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
          <div className="grid min-w-0 gap-6">
            {groups.map((group) => (
              <SellerItems
                key={group.username}
                group={group}
                signedIn={signedIn}
                note={note?.seller === group.username ? note.text : null}
                refusal={typed?.seller === group.username ? typed : null}
              />
            ))}
            {gone.length > 0 && (
              <Panel aria-labelledby="gone">
                <h2 id="gone" className="text-heading">
                  {m.cart_gone_title()}
                </h2>
                <ul className="mt-2 grid divide-y divide-line">
                  {gone.map(({ item, name }) => (
                    <li key={item} className="flex min-h-14 items-center justify-between gap-4 text-soft">
                      <bdi className="min-w-0">{name}</bdi>
                      <RemoveForm items={[item]} name={name} />
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </div>
          <Panel aria-label={m.cart_sum()} className="grid gap-4 lg:sticky lg:top-6">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="font-semibold">{m.cart_sum()}</span>
              <span className="font-display font-semibold text-2xl tabular-nums">
                {sum ? <Price price={sum.price} approximately={sum.approximately} /> : "–"}
              </span>
            </p>
            {sum && <p className="text-soft">{countText(sum.count)}</p>}
            {unavailableItems.length > 0 && (
              <div className="grid gap-3 border-line border-t pt-4">
                <p>
                  {unavailableItems.length === 1
                    ? m.cart_unavailable_one()
                    : m.cart_unavailable_many({ count: unavailableItems.length })}
                </p>
                <RemoveForm items={unavailableItems} />
              </div>
            )}
          </Panel>
        </div>
      )}
      <SentRequests requests={requests} />
    </div>
  );
}

/** The message to a seller that was not sent, and why. */
function typedIn(failure: Failure | null): UnsentMessage | null {
  if (failure?.intent !== "message") return null;
  const { seller, message } = failure.result.initialValue ?? {};
  const isRisky = failure.reason === "risk_unconfirmed";
  return { seller: String(seller ?? ""), text: String(message ?? ""), why: failure.message, isRisky };
}

/** "3 items" */
function countText(count: number): string {
  return count === 1 ? m.cart_items_one() : m.cart_items_many({ count });
}

/** Revalidates when the tab becomes visible, because another tab may have changed the cart. */
function useOtherTabs() {
  const { revalidate } = useRevalidator();
  useWindowEvent("visibilitychange", () => {
    if (document.visibilityState === "visible" && navigator.onLine) void revalidate();
  });
}
