import { type KeyboardEvent, useState } from "react";
import { Form, href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { QueueRowView } from "../view.ts";
import { QueueRow } from "./queue-row.tsx";

const FORM = "together";

/** The cases of a page. Those that the viewer may decide have a checkbox, for one decision about several. */
export function QueueList({ rows, selectable }: { rows: readonly QueueRowView[]; selectable: boolean }) {
  const hydrated = useHydrated();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const free = selectable ? rows.filter(({ stop }) => stop === null).map(({ id }) => id) : [];
  const chosen = free.filter((id) => checked.has(id));
  const choose = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChecked(next);
  };
  const isAll = free.length > 0 && chosen.length === free.length;
  return (
    <div className="grid gap-3">
      {hydrated && free.length > 1 && (
        <label className="tick px-3">
          <input
            type="checkbox"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !isAll;
            }}
            onChange={() => setChecked(new Set(isAll ? [] : free))}
          />
          {m.queue_choose_page()}
        </label>
      )}
      <ul
        onKeyDown={(event) => moveInList(event, choose)}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {rows.map((row) => (
          <li key={row.id} data-id={free.includes(row.id) ? row.id : undefined}>
            <QueueRow row={row}>
              {selectable && (
                <label className="tick grid-cols-[auto] pt-6 pr-2">
                  <input
                    type="checkbox"
                    form={FORM}
                    name="case"
                    value={row.id}
                    aria-label={m.queue_choose({ name: row.name })}
                    disabled={row.stop !== null}
                    title={row.stop ?? undefined}
                    {...(hydrated && { checked: checked.has(row.id), onChange: () => choose(row.id) })}
                  />
                </label>
              )}
            </QueueRow>
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <Form
          id={FORM}
          method="get"
          action={href("/moderation/together")}
          aria-label={m.together_title()}
          hidden={hydrated && chosen.length === 0}
          data-bottom-bar=""
          className="sticky bottom-4 z-10 mx-auto flex w-fit flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-raised p-2 shadow-float [&[hidden]]:hidden"
        >
          {hydrated && (
            <span role="status" className="px-3 font-semibold tabular-nums">
              {m.stock_picked({ count: chosen.length })}
            </span>
          )}
          <Button type="submit" size="sm" variant="primary">
            {m.together_title()}
          </Button>
          {hydrated && (
            <Button size="sm" variant="ghost" onClick={() => setChecked(new Set())}>
              {m.stock_pick_none()}
            </Button>
          )}
        </Form>
      )}
    </div>
  );
}

/** With the focus in the list, the arrow keys move it to the next and the previous case, and x chooses the case. */
function moveInList(event: KeyboardEvent<HTMLUListElement>, choose: (id: string) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const item = (event.target as HTMLElement).closest("li");
  if (event.key === "x" && item?.dataset.id) choose(item.dataset.id);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !item) return;
  const items = [...event.currentTarget.children];
  const next = items[items.indexOf(item) + step]?.querySelector<HTMLElement>("a[data-case]");
  if (!next) return;
  event.preventDefault();
  next.focus();
}
