import { useId, useState } from "react";
import { href, useFetcher } from "react-router";
import { bundlePrice } from "#app/domain/bundle.ts";
import { centsToInput } from "#app/domain/money.ts";
import { parseQuantity } from "#app/features/listings/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { type Answer, faultsOf } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { FieldError } from "#app/ui/field-parts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import type { Interested, MarkItem, MarkStart } from "../panel-view.ts";

interface MarkFormProps {
  readonly start: MarkStart;
  /**
   * The buyer and their conversation. Without it, the seller chooses an interested person or a buyer outside the shop.
   */
  readonly room?: Interested;
  readonly interested?: readonly Interested[];
  /** Where a browser without JavaScript is redirected. The default is the page of the form. */
  readonly back?: string;
  readonly onDone?: () => void;
  /** Of the fetcher that sends the form, for a component that outlives it. */
  readonly fetcherKey?: string;
  /** What was typed before the form was closed, and where the next is kept. */
  readonly draft?: MarkDraft | undefined;
  readonly onDraft?: (draft: MarkDraft) => void;
}

/** What a seller chose and typed. */
export interface MarkDraft {
  /** The keys of the chosen items. */
  readonly ticked: readonly string[];
  /** The pieces as they were typed, by the key of the item. */
  readonly counts: Readonly<Record<string, string>>;
  readonly price?: string;
}

export function MarkForm({
  start,
  room,
  interested = [],
  back,
  onDone,
  fetcherKey,
  draft,
  onDraft,
}: MarkFormProps) {
  const formId = useId();
  const fetcher = useFetcher<Answer>({ key: fetcherKey });
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useFetcherAnswer(fetcher.data, ({ ok }) => ok && onDone?.());
  const pressed = fetcher.formData?.get("as");
  const faults = faultsOf(answer);
  const action = back === undefined ? href("/deals") : `${href("/deals")}?${new URLSearchParams({ back })}`;
  return (
    <fetcher.Form method="post" action={action} id={formId} className="grid gap-4">
      <FormErrors formId={formId} errors={faults} />
      <input type="hidden" name="deal" value={start.dealId} />
      {room ? (
        <input type="hidden" name="with" value={room.roomId} />
      ) : (
        <RadioGroup
          id={`${formId}-with`}
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
      <Amount formId={formId} start={start} faults={faults} draft={draft} onDraft={onDraft} />
      <div className="button-column">
        <Button
          type="submit"
          name="as"
          value="reserved"
          size="sm"
          busy={pressed === "reserved"}
          disabled={pressed === "sold"}
        >
          {room ? m.deal_reserve_for({ name: room.name }) : m.deal_reserve()}
        </Button>
        <Button
          type="submit"
          name="as"
          value="sold"
          size="sm"
          variant="primary"
          busy={pressed === "sold"}
          disabled={pressed === "reserved"}
        >
          {room ? m.deal_sell_to({ name: room.name }) : m.deal_sell()}
        </Button>
      </div>
    </fetcher.Form>
  );
}

type Faults = Readonly<Record<string, string>>;

/** The price is computed from the items until the seller types one. */
function Amount({
  formId,
  start: { items, bundle },
  faults,
  draft,
  onDraft,
}: {
  formId: string;
  start: MarkStart;
  faults: Faults;
} & Pick<MarkFormProps, "draft" | "onDraft">) {
  const [typed, setTyped] = useState<MarkDraft>(
    () => draft ?? { ticked: items.filter(({ chosen }) => chosen).map(({ key }) => key), counts: {} },
  );
  const { ticked, counts, price } = typed;
  function change(part: Partial<MarkDraft>): void {
    setTyped({ ...typed, ...part });
    onDraft?.({ ...typed, ...part });
  }
  const countOf = ({ key }: MarkItem) => counts[key] ?? "1";
  const piecesOf = (item: MarkItem) => Math.max(1, parseQuantity(countOf(item)) ?? 1);
  const chosen = items.filter(({ key }) => ticked.includes(key));
  const usual = bundlePrice(
    chosen.reduce((sum, item) => sum + item.priceCents * piecesOf(item), 0),
    chosen.reduce((sum, item) => sum + piecesOf(item), 0),
    bundle?.terms ?? null,
  );
  const pieces = (item: MarkItem, label: string, className?: string) => (
    <TextField
      className={className}
      label={label}
      hint={m.deal_pieces_left({ count: item.left })}
      name="pieces"
      inputMode="numeric"
      autoComplete="off"
      value={countOf(item)}
      onChange={({ currentTarget: { value } }) => change({ counts: { ...counts, [item.key]: value } })}
      error={faults.pieces}
    />
  );
  const row = (item: MarkItem) => (
    <div key={item.key} className="grid gap-1">
      <input type="hidden" name="row" value={item.key} />
      <Checkbox
        name="listing"
        value={item.key}
        label={item.name}
        note={item.price}
        checked={ticked.includes(item.key)}
        onChange={({ currentTarget: { checked } }) =>
          change({ ticked: checked ? [...ticked, item.key] : ticked.filter((key) => key !== item.key) })
        }
      />
      {item.left > 1 ? (
        pieces(item, m.deal_pieces_of({ name: item.name }), "max-w-64 pl-8")
      ) : (
        <input type="hidden" name="pieces" value="1" />
      )}
    </div>
  );
  const [first] = items;
  const others = items.filter(({ chosen }) => !chosen);
  const several = items.length > 1 || (first !== undefined && first.left > 1);
  return (
    <>
      {items.length > 1 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">{m.deal_items()}</legend>
          <FieldError id="items-fault" error={faults.listing} />
          {items.filter(({ chosen }) => chosen).map(row)}
          {others.length > 0 && (
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline-offset-4 hover:underline">
                {m.deal_items_more()}
              </summary>
              <div className="grid gap-2">{others.map(row)}</div>
            </details>
          )}
        </fieldset>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {items.length === 1 && first && (
          <>
            <input type="hidden" name="listing" value={first.key} />
            {first.left > 1 && pieces(first, m.deal_pieces())}
          </>
        )}
        <TextField
          id={`${formId}-price`}
          label={m.deal_price()}
          hint={several ? [m.deal_price_together(), bundle?.text].filter(Boolean).join(". ") : undefined}
          name="price"
          prefix="€"
          inputMode="decimal"
          autoComplete="off"
          value={price ?? centsToInput(usual)}
          onChange={(event) => change({ price: event.currentTarget.value })}
          error={faults.price}
        />
      </div>
    </>
  );
}
