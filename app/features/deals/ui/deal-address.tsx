import { href } from "react-router";
import { withNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { ADDRESS_DAYS } from "../rules.ts";
import type { AddressView, OrderWhole } from "../view.ts";
import { otherPartyName } from "./order-texts.ts";
import type { Stepping } from "./use-step.ts";

interface DealAddressProps {
  readonly order: OrderWhole;
  readonly address: AddressView;
  readonly stepping: Stepping;
}

export function DealAddress({ order, address, stepping }: DealAddressProps) {
  const { shared, canShare, canTakeBack } = address;
  const { Form, formOf, pendingStepOf } = stepping;
  const { id } = order;
  const name = otherPartyName(order.other);
  return (
    <section id="address" aria-labelledby="address-title" className="scroll-mt-24">
      <h3 id="address-title" className="mb-3 font-semibold text-base">
        {m.profile_shipping_address()}
      </h3>
      <div className="grid gap-3 rounded-md border border-line bg-surface p-4 sm:p-5">
        {shared === null ? (
          order.role === "seller" && <p>{m.orders_address_awaited({ name })}</p>
        ) : (
          <>
            <Lines text={shared} />
            <p className="text-[0.9375rem] text-soft">
              {order.role === "seller"
                ? m.orders_address_seen({ days: ADDRESS_DAYS.received })
                : m.orders_address_shared({ name, days: ADDRESS_DAYS.received })}
            </p>
          </>
        )}
        {canShare && canShare.stored === null && shared === null && (
          <>
            <p>{m.orders_address_none({ name })}</p>
            <LinkButton
              to={`${withNext(href("/profile"), `${href("/orders/:dealId", { dealId: id })}#address`)}#addresses`}
              className="justify-self-start"
            >
              {m.orders_address_add()}
            </LinkButton>
          </>
        )}
        {canShare && canShare.stored !== null && (
          <>
            {shared !== null && <p className="font-semibold">{m.orders_address_changed()}</p>}
            <Lines text={canShare.stored} />
            <p className="text-[0.9375rem] text-soft">
              {m.orders_address_who({ name, days: ADDRESS_DAYS.received })}
            </p>
            <Form {...formOf(id)}>
              <input type="hidden" name="intent" value="share_address" />
              <Button type="submit" busy={pendingStepOf(id) === "share_address"}>
                {shared === null ? m.orders_share_address() : m.orders_share_new_address()}
              </Button>
            </Form>
          </>
        )}
        {canTakeBack && (
          <Form {...formOf(id)}>
            <input type="hidden" name="intent" value="take_address_back" />
            <Button type="submit" size="sm" busy={pendingStepOf(id) === "take_address_back"}>
              {m.orders_take_address_back()}
            </Button>
          </Form>
        )}
      </div>
    </section>
  );
}

function Lines({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line">
      <bdi>{text}</bdi>
    </p>
  );
}
