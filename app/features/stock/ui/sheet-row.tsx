import { CircleAlert, Trash2 } from "lucide-react";
import { memo } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { COLUMNS } from "../csv/columns.ts";
import { faultText } from "../csv/fault-text.ts";
import type { SheetRow } from "../reading/sheet-state.ts";
import { CellEditor, type Ended } from "./cell-editor.tsx";

/** The column with the row's number and the button that removes the row. */
export const HEAD_COLUMN = -1;

export interface Editing {
  readonly id: number;
  readonly at: number;
  readonly column: number;
  readonly initial: string;
  readonly typed?: string;
  readonly sameFaults?: number;
}

const COLUMN_BY_NAME = new Map(COLUMNS.map((column) => [column.name, column]));

/** On a phone, the second column stays partly visible, to show that there are more. */
function widthOf(name: string): string {
  if (COLUMN_BY_NAME.get(name)?.long) return "min(18rem, 70vw)";
  return name === "name" ? "min(14rem, 40vw)" : "9.5rem";
}

/** For `grid-template-columns`. */
export function columnWidths(columns: readonly string[]): string {
  return `5.75rem ${columns.map(widthOf).join(" ")}`;
}

interface SheetRowProps {
  readonly at: number;
  /** The offset of the row below the heading, in pixels. */
  readonly start: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly row: SheetRow | undefined;
  readonly columns: readonly string[];
  readonly widths: string;
  /** The index of the only cell of the table that can be focused; null if it is in another row. */
  readonly active: number | null;
  readonly editing: Editing | null;
  readonly onEdit: (at: number, column: number) => void;
  readonly onEnd: (value: string | null, ended: Ended) => void;
  readonly onRemove: (row: SheetRow, at: number) => void;
}

const CELL = "border-line border-r px-2.5 py-2.5 text-[0.9375rem] outline-offset-[-3px]";

export const SheetRowView = memo(function SheetRowView(props: SheetRowProps) {
  const { at, start, measure, row, columns, widths, active, editing, onEdit, onEnd, onRemove } = props;
  return (
    <tr
      ref={measure}
      data-index={at}
      aria-rowindex={at + 2}
      className="absolute top-0 left-0 grid min-h-11 w-max border-line border-b bg-surface"
      style={{ gridTemplateColumns: widths, transform: `translateY(${start}px)` }}
    >
      <th
        scope="row"
        aria-colindex={1}
        className="sticky left-0 z-10 flex items-start justify-between border-line border-r bg-surface pl-2.5 font-normal text-sm text-soft tabular-nums"
      >
        <span className="flex min-h-11 items-center gap-1">
          {row?.number}
          {row && row.faults.length > 0 && (
            <CircleAlert aria-hidden="true" className="size-3.5 text-danger" />
          )}
        </span>
        {row && (
          <button
            type="button"
            tabIndex={active === HEAD_COLUMN ? 0 : -1}
            data-spot={`${at} ${HEAD_COLUMN}`}
            aria-label={m.business_row_remove({ number: row.number })}
            onClick={() => onRemove(row, at)}
            className="grid size-11 place-items-center rounded-full outline-offset-[-3px] hover:text-danger"
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </button>
        )}
      </th>
      {columns.map((name, column) => {
        if (!row)
          return (
            <td key={name} aria-colindex={column + 2} className={CELL}>
              <Skeleton className="h-4 w-2/3" />
            </td>
          );
        const faults = row.faults.filter((fault) => fault.column === name);
        const faultId = `fault-${row.id}-${column}`;
        const isEdited = editing?.column === column;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys
          <td
            key={name}
            aria-colindex={column + 2}
            aria-invalid={faults.length > 0 || undefined}
            aria-describedby={faults.length > 0 ? faultId : undefined}
            tabIndex={active === column && !isEdited ? 0 : -1}
            data-spot={`${at} ${column}`}
            onClick={isEdited ? undefined : () => onEdit(at, column)}
            className={classes(
              CELL,
              isEdited ? "p-0.5" : "cursor-text",
              faults.length > 0 && "bg-danger-ground shadow-[inset_3px_0_0_var(--color-danger)]",
            )}
          >
            {isEdited ? (
              <CellEditor
                label={m.business_cell({ column: name, number: row.number })}
                column={COLUMN_BY_NAME.get(name)}
                initial={editing.initial}
                typed={editing.typed}
                sameFaults={editing.sameFaults}
                onEnd={onEnd}
              />
            ) : (
              <span className="line-clamp-2">{row.cells[column]}</span>
            )}
            {faults.length > 0 && (
              <span id={faultId} className="mt-1 block text-danger text-sm leading-snug">
                {faults.map(faultText).join(" ")}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});
