import { useState } from "react";
import { href, useFetcher } from "react-router";
import { BUNDLE_ITEMS, BUNDLE_PERCENTS, type BundleDiscount } from "#app/domain/bundle.ts";
import { type FormTexts, loadedWith } from "#app/domain/edit-merge.ts";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { SelectField } from "#app/ui/select-field.tsx";

export function BundleForm({ bundle }: { bundle: BundleDiscount | null }) {
  // With a fetcher, this page stays open when the connection fails. A navigation would replace it.
  const fetcher = useFetcher<Answer>();
  const { conflicts = [], result } = fetcher.data ?? {};
  const stored = loadedWith(bundleTexts(bundle));
  const [seen, setSeen] = useState(stored);
  // After a save the form shows what is stored. At any other time a reload of the page's data must not change it.
  const [lastState, setLastState] = useState(fetcher.state);
  if (lastState !== fetcher.state) {
    setLastState(fetcher.state);
    if (fetcher.state === "idle" && conflicts.length === 0) setSeen(stored);
  }
  const option = (name: string) => (value: number) => ({
    value: String(value),
    label: bundleValueText(name, String(value)),
  });
  return (
    <details className="mb-8">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline-offset-4 hover:underline">
        {bundle ? m.bundle_text(bundle) : m.bundle_title()}
      </summary>
      <p className="mb-4 max-w-prose text-soft">{m.bundle_hint()}</p>
      <fetcher.Form
        key={seen}
        method="post"
        action={href("/my-listings/bundle")}
        data-failed={m.bundle_failed()}
        className="flex flex-wrap items-end gap-4"
      >
        <input type="hidden" name="loaded" value={String(result?.initialValue?.loaded ?? seen)} />
        <div className="basis-full empty:hidden">
          <EditConflicts
            conflicts={conflicts}
            labelOf={(name) => (name === "items" ? m.bundle_from() : m.bundle_percent())}
            textOf={bundleValueText}
          />
        </div>
        <SelectField
          label={m.bundle_from()}
          name="items"
          defaultValue={String(bundle?.items ?? 2)}
          options={BUNDLE_ITEMS.map(option("items"))}
        />
        <SelectField
          label={m.bundle_percent()}
          name="percent"
          defaultValue={bundle ? String(bundle.percent) : ""}
          placeholder={m.bundle_none()}
          options={BUNDLE_PERCENTS.map(option("percent"))}
        />
        <Button type="submit" busy={fetcher.state !== "idle"}>
          {m.bundle_save()}
        </Button>
      </fetcher.Form>
    </details>
  );
}

/** The fields of the form, as it shows a stored discount. */
export function bundleTexts(bundle: BundleDiscount | null): FormTexts {
  return { items: String(bundle?.items ?? 2), percent: bundle ? String(bundle.percent) : "" };
}

/** The text of a value of the form: "3 items or more", "15%". */
export function bundleValueText(name: string, value: string): string {
  return name === "items"
    ? m.bundle_from_items({ count: Number(value) })
    : m.bundle_percent_off({ percent: Number(value) });
}
