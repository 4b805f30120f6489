import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { isComposing } from "#app/ui/combobox.ts";
import { countText } from "#app/ui/count-text.ts";
import type { Column } from "../csv/columns.ts";
import { MAX_FILL_LENGTH } from "../reading/sheet-state.ts";

/**
 * Where the focus goes when the editing of a cell ends.
 * "away": it has left the cell already.
 * "fill": it stays, and the value is written into all rows with the same fault.
 */
export type Ended = "stay" | "next" | "previous" | "away" | "fill";

interface CellEditorProps {
  readonly label: string;
  readonly column: Column | undefined;
  readonly initial: string;
  /** The character that opened the editor, and replaces the cell's text. */
  readonly typed?: string;
  /** The number of rows with the same fault in this column; absent if this is the only row. */
  readonly sameFaults?: number;
  /** `value` is null when the edit was cancelled. */
  readonly onEnd: (value: string | null, ended: Ended) => void;
}

/** An `input` would remove line breaks. */
const SEVERAL_LINES = /[\r\n]/;
const MAX_INPUT_LENGTH = 60;

export function CellEditor({ label, column, initial, typed, sameFaults, onEnd }: CellEditorProps) {
  const [value, setValue] = useState(typed ?? initial);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const listId = useId();
  const ended = useRef(false);
  const canFill = sameFaults !== undefined && value.length <= MAX_FILL_LENGTH;
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

  function onKeyDown(event: KeyboardEvent): void {
    // The table must not handle these keys.
    event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
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
    onKeyDown,
    onBlur: () => end(value, "away"),
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
    // Phones zoom the page for an input with a smaller font.
    className: "field min-h-11 rounded-sm px-2 py-1.5 text-[0.9375rem] pointer-coarse:text-base",
  };
  const forAll = canFill && (
    <button
      type="button"
      tabIndex={-1}
      // The field keeps the focus: losing it would end the editing.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => end(value, "fill")}
      className="min-h-11 px-2 py-1.5 text-left text-link text-sm leading-snug underline"
    >
      {m.business_fill_fault({ count: countText(sameFaults) })}{" "}
      <kbd className="whitespace-nowrap text-soft pointer-coarse:hidden">{m.business_fill_key()}</kbd>
    </button>
  );
  if (column?.long || initial.length > MAX_INPUT_LENGTH || SEVERAL_LINES.test(initial))
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
          {values.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      {forAll}
    </>
  );
}
