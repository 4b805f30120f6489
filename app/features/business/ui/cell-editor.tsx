import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { countText } from "#app/ui/count-text.ts";
import type { Column } from "../csv/columns.ts";
import { MAX_FILL } from "../reading/fill.ts";

/** How the writing ended: where the focus goes then; "fill": it is for all rows with the same fault. */
export type Ended = "stay" | "next" | "previous" | "away" | "fill";

interface CellEditorProps {
  readonly label: string;
  readonly column: Column | undefined;
  readonly initial: string;
  /** What was typed on the cell already: it takes the place of what stood there. */
  readonly typed?: string;
  /** How many rows have the fault of this cell, where others have it too. */
  readonly alike?: number;
  /** `null`: what was written is not wanted. */
  readonly onEnd: (value: string | null, ended: Ended) => void;
}

/** Text that an input of one line would change. */
const SEVERAL_LINES = /[\r\n]/;
const LONG = 60;

/** A cell as it is written: Enter keeps, Escape does not, Tab goes on to the next, Ctrl+Enter is for all with its fault. */
export function CellEditor({ label, column, initial, typed, alike, onEnd }: CellEditorProps) {
  const [value, setValue] = useState(typed ?? initial);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const listId = useId();
  const ended = useRef(false);
  const canFill = alike !== undefined && value.length <= MAX_FILL;
  const isTyped = typed !== undefined;
  useEffect(() => {
    field.current?.focus();
    if (!isTyped) field.current?.select();
  }, [isTyped]);

  function end(next: string | null, how: Ended): void {
    if (ended.current) return;
    ended.current = true;
    onEnd(next, how);
  }

  function pressed(event: KeyboardEvent): void {
    // Nothing of it is for the table around.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") end(null, "stay");
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canFill) end(value, "fill");
    else if (event.key === "Enter" && !event.shiftKey) end(value, "stay");
    else if (event.key === "Tab") end(value, event.shiftKey ? "previous" : "next");
    else return;
    event.preventDefault();
  }

  const shared = {
    ref: field,
    value,
    "aria-label": label,
    onKeyDown: pressed,
    onBlur: () => end(value, "away"),
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
    // A phone enlarges the whole page for an input whose letters are smaller.
    className: "field min-h-11 rounded-sm px-2 py-1.5 text-[0.9375rem] pointer-coarse:text-base",
  };
  const forAll = canFill && (
    <button
      type="button"
      tabIndex={-1}
      // The field keeps the focus: leaving it would end the writing.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => end(value, "fill")}
      className="min-h-11 px-2 py-1.5 text-left text-link text-sm leading-snug underline"
    >
      {m.business_fill_fault({ count: countText(alike) })}{" "}
      <kbd className="whitespace-nowrap text-soft pointer-coarse:hidden">{m.business_fill_key()}</kbd>
    </button>
  );
  if (column?.long || initial.length > LONG || SEVERAL_LINES.test(initial))
    return (
      <>
        <textarea {...shared} rows={4} />
        {forAll}
      </>
    );
  const values = column?.values ?? [];
  return (
    <>
      <input {...shared} list={values.length > 0 ? listId : undefined} autoComplete="off" />
      {values.length > 0 && (
        <datalist id={listId}>
          {values.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {forAll}
    </>
  );
}
