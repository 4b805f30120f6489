import { useState } from "react";
import { href, useFetcher } from "react-router";
import { centsToInput } from "#app/domain/money.ts";
import { parseQuantity } from "#app/domain/quantity.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import type { DealAnswer, Interested, MarkStart } from "../panel-view.ts";

interface MarkFormProps {
  readonly start: MarkStart;
  /** The buyer, in their conversation. Otherwise the seller chooses among interested users or a buyer elsewhere. */
  readonly room?: Interested;
  readonly interested?: readonly Interested[];
  /** Where a browser without JavaScript is redirected; the default is the form's page. */
  readonly back?: string;
  /** Called after success, with the message. */
  readonly onDone?: (message: string) => void;
}

export function MarkForm({ start, room, interested = [], back, onDone }: MarkFormProps) {
  const fetcher = useFetcher<DealAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useFetcherAnswer(answer, ({ ok, message }) => ok && onDone?.(message));
  const busy = fetcher.state === "idle" ? null : fetcher.formData?.get("as");
  const faults = answer?.faults ?? {};
  const action = back === undefined ? href("/deals") : `${href("/deals")}?${new URLSearchParams({ back })}`;
  return (
    <fetcher.Form method="post" action={action} className="grid gap-4">
      <input type="hidden" name="listing" value={start.listing} />
      <input type="hidden" name="deal" value={start.dealId} />
      {room ? (
        <input type="hidden" name="with" value={room.roomId} />
      ) : (
        <RadioGroup
          legend={m.deal_for_whom()}
          name="with"
          chosen={interested[0]?.roomId ?? "elsewhere"}
          choices={[
            ...interested.map(({ roomId, name }) => ({ value: roomId, label: name })),
            { value: "elsewhere", label: m.deal_somebody_else() },
          ]}
          error={faults.with}
        />
      )}
      <Amount start={start} faults={faults} />
      {answer && !answer.ok && Object.keys(faults).length === 0 && (
        <p role="alert" className="text-danger text-sm">
          {answer.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="as" value="reserved" size="sm" busy={busy === "reserved"}>
          {room ? m.deal_reserve_for({ name: room.name }) : m.deal_reserve()}
        </Button>
        <Button type="submit" name="as" value="sold" size="sm" variant="primary" busy={busy === "sold"}>
          {room ? m.deal_sell_to({ name: room.name }) : m.deal_sell()}
        </Button>
      </div>
    </fetcher.Form>
  );
}

/**
 * The number of pieces, if there are several, and the price. The price follows the pieces until the seller types one.
 */
function Amount({ start, faults }: { start: MarkStart; faults: Readonly<Record<string, string>> }) {
  const [pieces, setPieces] = useState("1");
  const [price, setPrice] = useState<string>();
  const usual = centsToInput(start.priceCents * Math.max(1, parseQuantity(pieces) ?? 1));
  const several = start.left > 1;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {several && (
        <TextField
          label={m.deal_pieces()}
          hint={m.deal_pieces_left({ count: start.left })}
          name="pieces"
          inputMode="numeric"
          autoComplete="off"
          value={pieces}
          onChange={(event) => setPieces(event.currentTarget.value)}
          error={faults.pieces}
        />
      )}
      <TextField
        label={m.deal_price()}
        hint={several ? m.deal_price_together() : undefined}
        name="price"
        prefix="€"
        inputMode="decimal"
        autoComplete="off"
        value={price ?? usual}
        onChange={(event) => setPrice(event.currentTarget.value)}
        error={faults.price}
      />
    </div>
  );
}
