import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, Undo2 } from "lucide-react";
import { type KeyboardEvent, useCallback, useId, useRef, useState } from "react";
import { isSingular } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { countText } from "#app/ui/count-text.ts";
import { Spoken, useSpoken } from "#app/ui/spoken.tsx";
import { faultText } from "../csv/fault-text.ts";
import { type Fill, SHOWN_CHARACTERS, type SheetRow, type SheetState } from "../reading/sheet-state.ts";
import type { SheetWorker } from "../reading/sheet-worker.ts";
import type { Ended } from "./cell-editor.tsx";
import { FillForm } from "./fill-form.tsx";
import { columnWidths, type Editing, HEAD_COLUMN, SheetRowView } from "./sheet-row.tsx";
import { useGridFocus } from "./use-grid-focus.ts";
import { showFailureToast } from "./use-reading.ts";
import { useRows } from "./use-rows.ts";

const ROW_HEIGHT = 45;
const OVERSCAN = 8;

interface RowsTableProps {
  readonly name: string;
  readonly worker: SheetWorker;
  readonly state: SheetState;
  readonly onState: (state: SheetState) => void;
}

export function RowsTable({ name, worker, state, onState }: RowsTableProps) {
  const { columns, shown } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [said, say] = useSpoken();
  const hintId = useId();
  const virtual = useRef<{ scrollToIndex: (at: number, options: { align: "auto" }) => void }>(null);
  const { spot, focusCell, moveFocus, followFocus, setFocusable } = useGridFocus(
    scroller,
    { at: Math.max(0, shown - 1), column: columns.length - 1 },
    (at) => virtual.current?.scrollToIndex(at, { align: "auto" }),
  );
  const rowsVirtual = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // The heading row covers the top of the table.
    scrollPaddingStart: ROW_HEIGHT,
    // The focused row stays rendered, regardless of the scroll position.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), spot.at])].sort((a, b) => a - b),
  });
  virtual.current = rowsVirtual;
  const items = rowsVirtual.getVirtualItems().filter(({ index }) => index < shown);
  const seen = items.map(({ index }) => index).filter((at) => at !== spot.at);
  const visible = { from: seen[0] ?? 0, to: seen.at(-1) ?? 0, active: spot.at };
  const rowAt = useRows(worker, state, visible);

  const showFailure = useCallback(() => showFailureToast(null), []);

  async function begin(at: number, column: number, typed?: string): Promise<void> {
    const row = rowAt(at);
    if (!row || column === HEAD_COLUMN) return;
    setFocusable({ at, column });
    const seen = row.cells[column] ?? "";
    // A text that is not cut is not loaded: the editor has to open before the next key is pressed.
    const isCut = seen.length > SHOWN_CHARACTERS && typed === undefined;
    const initial = isCut ? await worker.call("cell", { id: row.id, column }) : seen;
    setEditing({ id: row.id, at, column, initial, typed });
    if (!row.faults.some((fault) => fault.column === columns[column])) return;
    const sameFaults = await worker.call("countSameFault", { id: row.id, column });
    if (sameFaults < 2) return;
    setEditing((now) => (now?.id === row.id && now.column === column ? { ...now, sameFaults } : now));
    say(`${m.business_fill_fault({ count: countText(sameFaults) })}: ${m.business_fill_key()}`);
  }

  async function fill(fills: readonly Fill[]): Promise<void> {
    const { state: next, filled } = await worker.call("fill", { fills });
    onState(next);
    say(m.business_filled({ count: countText(filled) }));
  }

  async function setCell(id: number, column: number, value: string): Promise<void> {
    const { state: next, row } = await worker.call("edit", { id, column, value });
    onState(next);
    const fault = row.faults.find((each) => each.column === columns[column]);
    say(fault ? faultText(fault) : m.business_cell_fine());
  }

  function end(value: string | null, ended: Ended): void {
    if (!editing) return;
    const { id, at, column, initial } = editing;
    setEditing(null);
    const name = columns[column];
    if (ended === "fill" && value !== null && name !== undefined)
      fill([{ column: name, value, sameFaultAs: id }]).catch(showFailure);
    else if (value !== null && value !== initial) setCell(id, column, value).catch(showFailure);
    if (ended === "stay" || ended === "fill") focusCell({ at, column });
    if (ended === "next") focusCell({ at, column: Math.min(column + 1, columns.length - 1) });
    if (ended === "previous") focusCell({ at, column: Math.max(column - 1, 0) });
  }

  async function remove(row: SheetRow, at: number): Promise<void> {
    const next = await worker.call("remove", { id: row.id });
    onState(next);
    say(m.business_row_removed({ number: row.number }));
    focusCell({ at: Math.min(at, next.shown - 1), column: HEAD_COLUMN });
  }

  async function undo(): Promise<void> {
    const { state: next, spot: where } = await worker.call("undo", {});
    onState(next);
    say(m.business_undone());
    if (where) focusCell(where);
  }

  async function nextFault(): Promise<void> {
    const faulty = await worker.call("next", { after: spot });
    if (!faulty) return;
    focusCell(faulty.spot);
    say(
      faulty.row.faults
        .filter((fault) => fault.column === columns[faulty.spot.column])
        .map(faultText)
        .join(" "),
    );
  }

  async function filter(onlyFaulty: boolean): Promise<void> {
    onState(await worker.call("filter", { onlyFaulty }));
    setFocusable({ at: 0, column: 0 });
  }

  function pressed(event: KeyboardEvent): void {
    if (editing || moveFocus(event)) return;
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === "z") undo().catch(showFailure);
    else if (event.key === "F8") nextFault().catch(showFailure);
    else if (spot.column === HEAD_COLUMN || control || event.altKey) return;
    else if (event.key === "Enter" || event.key === "F2") begin(spot.at, spot.column).catch(showFailure);
    else if (event.key === "Delete" || event.key === "Backspace") clear().catch(showFailure);
    else if (event.key.length === 1) begin(spot.at, spot.column, event.key).catch(showFailure);
    else return;
    event.preventDefault();
  }

  async function clear(): Promise<void> {
    const row = rowAt(spot.at);
    if (row) await setCell(row.id, spot.column, "");
  }

  const latest = useRef({ begin, end, remove });
  latest.current = { begin, end, remove };
  // Stable functions: a row that did not change is not rendered again.
  const onEdit = useCallback(
    (at: number, column: number) => void latest.current.begin(at, column).catch(showFailure),
    [showFailure],
  );
  const onEnd = useCallback((value: string | null, how: Ended) => latest.current.end(value, how), []);
  const onRemove = useCallback(
    (row: SheetRow, at: number) => void latest.current.remove(row, at).catch(showFailure),
    [showFailure],
  );

  const widths = columnWidths(columns);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-[0.9375rem]">
          {countsOf(state)}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Checkbox
            label={m.business_only_faulty()}
            checked={state.onlyFaulty}
            onChange={(event) => void filter(event.currentTarget.checked).catch(showFailure)}
          />
          <Button
            size="sm"
            disabled={state.faulty === 0}
            icon={<ArrowDown aria-hidden="true" className="size-4" />}
            onClick={() => void nextFault().catch(showFailure)}
          >
            {m.business_next_fault()}
          </Button>
          <Button
            size="sm"
            disabled={!state.edited}
            icon={<Undo2 aria-hidden="true" className="size-4" />}
            onClick={() => void undo().catch(showFailure)}
          >
            {m.business_undo()}
          </Button>
        </div>
      </div>
      <FillForm onFill={(fills) => void fill(fills).catch(showFailure)} />
      <div
        ref={scroller}
        className="relative max-h-[min(70vh,40rem)] overflow-auto rounded-md border border-line [scroll-padding:2.75rem_1rem_1rem_6rem]"
      >
        {/* The rows are positioned absolutely: only a few of many are rendered. */}
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the keys move in it as in a spreadsheet
          role="grid"
          aria-label={m.business_rows_of({ name })}
          aria-describedby={hintId}
          aria-rowcount={shown + 1}
          aria-colcount={columns.length + 1}
          onKeyDown={pressed}
          onFocus={followFocus}
          className="block w-max text-left"
        >
          <thead className="sticky top-0 z-20 block">
            <tr
              aria-rowindex={1}
              className="grid min-h-11 border-line border-b bg-sunken text-sm"
              style={{ gridTemplateColumns: widths }}
            >
              <th
                scope="col"
                aria-colindex={1}
                className="sticky left-0 flex items-center border-line border-r bg-sunken px-2.5"
              >
                {m.business_row()}
              </th>
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  aria-colindex={index + 2}
                  className="flex items-center border-line border-r px-2.5"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="relative block" style={{ height: rowsVirtual.getTotalSize() }}>
            {items.map(({ index, key, start }) => (
              <SheetRowView
                key={key}
                at={index}
                start={start}
                measure={rowsVirtual.measureElement}
                row={rowAt(index)}
                columns={columns}
                widths={widths}
                active={spot.at === index ? spot.column : null}
                editing={editing?.at === index ? editing : null}
                onEdit={onEdit}
                onEnd={onEnd}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p id={hintId} className="mt-2 text-soft text-sm">
        <span className="pointer-coarse:hidden">{m.business_table_hint()}</span>
        <span className="hidden pointer-coarse:inline">{m.business_table_hint_touch()}</span>
      </p>
      <Spoken said={said} />
    </>
  );
}

function countsOf({ rows, faulty }: SheetState): string {
  const counts = { rows: countText(rows), ready: countText(rows - faulty), faulty: countText(faulty) };
  return isSingular(rows, getLocale()) ? m.business_counts_one(counts) : m.business_counts(counts);
}
