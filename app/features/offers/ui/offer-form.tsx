import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEventHandler, type ReactNode, useRef, useState } from "react";
import { href, type useFetcher } from "react-router";
import { formatChange, formatPrice } from "#app/domain/format.ts";
import { centsToInput, readPrice } from "#app/domain/money.ts";
import { offerSuggestions } from "#app/domain/offer.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { makeSchema, NOTE_MAX } from "../schema.ts";
import type { OfferStart, SheetDraft } from "../view.ts";

export interface StartedFormProps<Start> {
  readonly start: Start;
  /** Of the page, or of a fetcher. */
  readonly Form: ReturnType<typeof useFetcher>["Form"];
  readonly result: SubmissionResult<string[]> | undefined;
  /** What the fields begin with. */
  readonly draft?: SheetDraft;
  readonly onInput?: FormEventHandler<HTMLFormElement>;
  /** The buttons. */
  readonly children: ReactNode;
}

/** The form of an offer, on its page and in its sheet. */
export function OfferForm({ start, Form, result, draft, onInput, children }: StartedFormProps<OfferStart>) {
  const [form, fields] = useForm({
    lastResult: result,
    defaultValue: { pieces: "1", ...draft },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: makeSchema }),
  });
  const price = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(draft?.price ?? "");
  const [pieces, setPieces] = useState(() => piecesIn(draft?.pieces));
  const several = start.left > 1;
  const bounds = { least: start.least, most: start.asking };

  function choose(cents: number): void {
    if (!price.current) return;
    price.current.value = centsToInput(cents);
    price.current.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <Form
      method="post"
      action={`${href("/offers/new")}?listing=${start.listing}`}
      id={form.id}
      onSubmit={form.onSubmit}
      onInput={onInput}
      noValidate
      className="grid gap-5"
    >
      <FormErrors formId={form.id} errors={form.allErrors} />
      <input type="hidden" name="listing" value={start.listing} />
      <input type="hidden" name="offer" value={start.offerId} />
      <Amounts start={start} pieces={pieces} typed={typed} onChoose={choose} />
      <div className={classes("grid gap-4", several && "sm:grid-cols-2")}>
        {several && (
          <TextField
            id={fields.pieces.id}
            name={fields.pieces.name}
            label={m.deal_pieces()}
            hint={m.deal_pieces_left({ count: start.left })}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={fields.pieces.initialValue}
            error={fields.pieces.errors}
            onInput={({ currentTarget }) => setPieces(piecesIn(currentTarget.value))}
          />
        )}
        <TextField
          ref={price}
          id={fields.price.id}
          name={fields.price.name}
          label={m.offer_price()}
          hint={several ? m.offer_price_hint_each(bounds) : m.offer_price_hint(bounds)}
          prefix="€"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={fields.price.initialValue}
          error={fields.price.errors}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <TextArea
        id={fields.note.id}
        name={fields.note.name}
        label={m.offer_note()}
        defaultValue={fields.note.initialValue}
        error={fields.note.errors}
        rows={2}
        maxLength={NOTE_MAX}
        dir="auto"
      />
      {children}
      {/* Last, because Enter in a field presses the first button of its form. */}
      {fields.risk_confirmed.errors && (
        <Button type="submit" id={fields.risk_confirmed.id} name={fields.risk_confirmed.name} value="on">
          {m.risk_send()}
        </Button>
      )}
    </Form>
  );
}

function piecesIn(text = "1"): number {
  return Math.max(1, Math.trunc(Number(text)) || 1);
}

/** Amounts below the asking price that a press enters. They need JavaScript. */
function Amounts({
  start,
  pieces,
  typed,
  onChoose,
}: {
  start: OfferStart;
  pieces: number;
  typed: string;
  onChoose: (cents: number) => void;
}) {
  const locale = getLocale();
  const amounts = offerSuggestions({ ...start, pieces });
  const read = readPrice(typed);
  const chosen = read && "cents" in read ? read.cents : null;
  if (amounts.length === 0) return null;
  return (
    <fieldset className="[@media(scripting:none)]:hidden">
      <legend className="sr-only">{m.offer_amounts()}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {amounts.map(({ off, cents }) => (
          <button
            key={off}
            type="button"
            aria-pressed={cents === chosen}
            onClick={() => onChoose(cents)}
            className="grid min-h-13 content-center rounded-md border border-edge bg-surface px-2 py-1.5 font-semibold leading-tight tabular-nums hover:border-ink hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-page"
          >
            {formatPrice(cents, locale)}
            <span className="font-normal text-[0.8125rem]">{formatChange(-off * 100, locale)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
