import { Form, href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { RemovableChip } from "#app/ui/chip.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { QueueFilterView } from "../view.ts";

/** The form of the filter, folded, and what is chosen. */
export function QueueFilterForm({ fields, kept, chips, clear }: QueueFilterView) {
  return (
    <div className="grid gap-3">
      <details className="rounded-lg border border-line bg-surface">
        <summary className="cursor-pointer px-4 py-3 font-semibold">{m.queue_filter()}</summary>
        {/* The fields show what the URL says, also after a chip was removed. */}
        <Form
          key={fields.map(({ value }) => value).join("\n")}
          method="get"
          action={href("/moderation")}
          role="search"
          aria-label={m.queue_filter()}
          className="grid gap-4 px-4 pt-1 pb-4 sm:grid-cols-2 lg:grid-cols-4"
        >
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {fields.map(({ name, label, value, choices }) =>
            choices ? (
              <SelectField
                key={name}
                name={name}
                label={label}
                placeholder={m.queue_any()}
                options={choices}
                defaultValue={value}
              />
            ) : (
              <TextField key={name} name={name} label={label} defaultValue={value} autoComplete="off" />
            ),
          )}
          <div className="self-end">
            <Button type="submit" variant="primary">
              {m.saved_notify_apply()}
            </Button>
          </div>
        </Form>
      </details>
      {chips.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2">
          {chips.map(({ label, to }) => (
            <li key={to}>
              <RemovableChip
                to={to}
                label={<bdi>{label}</bdi>}
                removeLabel={m.browse_remove_filter({ label })}
              />
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Link to={clear} className="px-2 font-semibold text-link hover:underline">
                {m.queue_clear()}
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
