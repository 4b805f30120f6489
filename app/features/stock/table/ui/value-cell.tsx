import { Check } from "lucide-react";
import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { centsToInput } from "#app/domain/money.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { Spinner } from "#app/ui/button.tsx";
import { messageOf } from "#app/ui/call.ts";
import { classes } from "#app/ui/classes.ts";
import { FieldError, fieldAria } from "#app/ui/field-parts.tsx";
import { readCell, type StockField } from "../rules.ts";
import { cellFault } from "../texts.ts";
import type { ItemRefusal, StockItem } from "../view.ts";
import type { StockChanges } from "./use-stock.ts";

interface ValueCellProps {
  readonly item: StockItem;
  readonly field: StockField;
  readonly path: string;
  readonly write: StockChanges["write"];
  /** Why the server refused the cell's form, which a browser without JavaScript sent. */
  readonly refused: ItemRefusal | null;
}

/** Each cell is a form, so that Enter and the button also save without JavaScript. */
export function ValueCell({ item, field, path, write, refused }: ValueCellProps) {
  const value = field === "price" ? item.priceCents : item.quantity;
  const shown = field === "price" ? centsToInput(value) : String(value);
  const [typed, setTyped] = useState<string | null>(refused?.typed ?? null);
  const [fault, setFault] = useState<string | null>(refused?.message ?? null);
  const [phase, setPhase] = useState<"still" | "saving" | "saved">("still");
  // A refused text is not sent again when the field loses the focus.
  const refusedText = useRef<string | null>(null);
  const id = useId();
  const { errorId, aria } = fieldAria(id, { error: fault ?? undefined });
  const label =
    field === "price" ? m.stock_price_of({ name: item.name }) : m.stock_quantity_of({ name: item.name });

  function update(next: { typed: string | null; fault: string | null; phase: typeof phase }) {
    refusedText.current = next.fault === null ? null : next.typed;
    setTyped(next.typed);
    setFault(next.fault);
    setPhase(next.phase);
  }

  async function save() {
    if (typed === null || phase === "saving") return;
    const cell = readCell(field, typed);
    if ("issue" in cell) return update({ typed, fault: cellFault(field, cell.issue), phase: "still" });
    if (cell.value === value) return update({ typed: null, fault: null, phase: "still" });
    setPhase("saving");
    setFault(null);
    try {
      await write(item, field, cell.value, value);
      update({ typed: null, fault: null, phase: "saved" });
    } catch (error) {
      update({ typed, fault: messageOf(error), phase: "still" });
    }
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Escape" || typed === null || phase === "saving") return;
    event.preventDefault();
    update({ typed: null, fault: null, phase: "still" });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void save();
  }
  function leave(event: FocusEvent<HTMLInputElement>) {
    if (refusedText.current === null || refusedText.current !== event.currentTarget.value) void save();
  }

  return (
    <form method="post" action={path} onSubmit={submit} data-loses-nothing className="grid gap-1">
      <input type="hidden" name="intent" value={field} />
      <input type="hidden" name="item" value={keyText(item)} />
      <input type="hidden" name="was" value={value} />
      <div className="flex items-center gap-1.5">
        <div className="relative min-w-0 flex-1">
          {field === "price" && (
            <span aria-hidden="true" className="absolute inset-y-0 left-2.5 flex items-center text-soft">
              €
            </span>
          )}
          <input
            {...aria}
            id={id}
            name="value"
            inputMode={field === "price" ? "decimal" : "numeric"}
            autoComplete="off"
            enterKeyHint="done"
            aria-label={label}
            maxLength={20}
            value={typed ?? shown}
            readOnly={phase === "saving"}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setPhase("still");
            }}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={press}
            onBlur={leave}
            className={classes(
              "field min-h-11 px-2.5 py-1.5 text-right tabular-nums xl:min-h-10",
              field === "price" && "pl-6",
            )}
          />
        </div>
        <span aria-hidden="true" className="w-4 shrink-0 noscript:hidden">
          {phase === "saving" && <Spinner className="size-4" />}
          {phase === "saved" && <Check className="size-4 text-good" />}
        </span>
        <button
          type="submit"
          aria-label={`${m.stock_save()}: ${label}`}
          className="hidden min-h-10 rounded-full border border-edge px-3 font-semibold text-sm noscript:inline-flex noscript:items-center"
        >
          {m.stock_save()}
        </button>
      </div>
      <div role="alert">
        <FieldError id={errorId} error={fault ?? undefined} />
      </div>
    </form>
  );
}
