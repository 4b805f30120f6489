import { href, useFetcher } from "react-router";
import type { ChatOffer } from "#app/domain/chat-message.ts";
import { formatPrice } from "#app/domain/format.ts";
import type { OfferAnswer } from "#app/domain/offer-process.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { type Answer, faultsOf } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";

/** "counter" is missing here, because its form also has a field for the price. */
const BUTTONS = ["accept", "decline", "withdraw"] as const satisfies readonly OfferAnswer[];

export function OfferAnswers({ offer, onAnswer }: { offer: ChatOffer; onAnswer: () => void }) {
  const { Form, data, state, formData } = useFetcher<Answer>();
  useFetcherAnswer(data, onAnswer);
  const { id, cents, answers } = offer;
  if (answers.length === 0) return null;
  const busy = state === "idle" ? null : formData?.get("intent");
  const faults = faultsOf(state === "idle" ? data : undefined);
  const names = {
    accept: () => m.offer_accept_for({ price: formatPrice(cents, getLocale()) }),
    decline: m.offer_decline,
    withdraw: m.offer_withdraw,
  };
  const form = { method: "post", action: href("/offers/:id", { id }) } as const;
  return (
    <>
      <Form {...form} className="button-column">
        {BUTTONS.filter((answer) => answers.includes(answer)).map((answer) => (
          <Button key={answer} type="submit" name="intent" value={answer} size="sm" busy={busy === answer}>
            {names[answer]()}
          </Button>
        ))}
      </Form>
      {answers.includes("counter") && (
        <details>
          <summary className="min-h-6 cursor-pointer font-semibold text-[0.9375rem]">
            {m.offer_counter()}
          </summary>
          <Form {...form} className="grid gap-3 pt-3">
            <input type="hidden" name="intent" value="counter" />
            <TextField
              label={m.offer_counter_price()}
              hint={m.offer_counter_hint({ price: formatPrice(cents, getLocale()) })}
              name="price"
              prefix="€"
              inputMode="decimal"
              autoComplete="off"
              required
              error={faults.price}
              announced
            />
            <Button type="submit" size="sm" busy={busy === "counter"} className="justify-self-start">
              {m.offer_counter_send()}
            </Button>
          </Form>
        </details>
      )}
      {faults[""] && (
        <p role="alert" className="text-danger text-sm">
          {faults[""]}
        </p>
      )}
      {answers.includes("accept") && <p className="text-sm text-soft">{m.offer_binding()}</p>}
    </>
  );
}
