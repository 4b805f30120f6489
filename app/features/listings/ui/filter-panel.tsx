import { SlidersHorizontal } from "lucide-react";
import { type ComponentProps, type FormEvent, useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { rangeParams } from "#app/domain/categories/derive/search.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { CheckboxGroup, RadioGroup } from "#app/ui/choice-groups.tsx";
import { classes } from "#app/ui/classes.ts";
import { Drawn } from "#app/ui/drawn.tsx";
import { RangeSlider } from "#app/ui/range-slider.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFollowedText, useFollowing } from "#app/ui/use-following.ts";
import type { FilterView } from "../view.ts";

/** The form that every input of a browse page belongs to, wherever it stands. */
export const FILTER_FORM = "filters";

/** Where the cards stand. */
export const RESULTS = "results";

/** What a form sends although it means nothing, kept out of the address. */
const MEANINGLESS: Readonly<Record<string, string>> = { dateFilter: "all", sort: "relevance" };

/** A form's entries as the shortest address. */
function addressOf(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === "string" ? value.trim() : "";
    if (text !== "" && MEANINGLESS[name] !== text) params.append(name, text);
  }
  if (!params.has("postalCode") && !params.has("maxDistance")) params.delete("country");
  const size = new URLSearchParams(window.location.search).get("size");
  if (size) params.set("size", size);
  return params;
}

/** How long typing may pause before it counts. */
const TYPING_MS = 400;

interface FilterPanelProps {
  readonly filters: readonly FilterView[];
  readonly path: string;
  /** "23 results", on the button that closes the panel on a phone. */
  readonly total: string;
}

/**
 * The filters of a browse page (marketplace spec §2). A plain GET form: without JavaScript its button applies it, with
 * JavaScript each change does. The address is the state, so Back takes a filter off again.
 */
export function FilterPanel({ filters, path, total }: FilterPanelProps) {
  const submit = useSubmit();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(typing.current), []);

  function apply(form: HTMLFormElement, replace = false): void {
    clearTimeout(typing.current);
    void submit(addressOf(form), { method: "get", action: path, preventScrollReset: true, replace });
  }

  // The form's inputs stand in two places of the page, so their changes are heard where both pass by.
  useEffect(() => {
    function changed(event: Event): void {
      const input = event.target;
      if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
      const form = input.form;
      if (form?.id !== FILTER_FORM || input.name === "" || input.type === "range") return;
      const typed = input instanceof HTMLInputElement && ["text", "number", "search"].includes(input.type);
      clearTimeout(typing.current);
      if (event.type === "change") apply(form);
      else if (typed && input.name === "q") {
        // Each pause in one's typing is not a step that Back should take.
        const goesOn = new URLSearchParams(window.location.search).has("q");
        typing.current = setTimeout(() => apply(form, goesOn), TYPING_MS);
      }
    }
    document.addEventListener("change", changed);
    document.addEventListener("input", changed);
    return () => {
      document.removeEventListener("change", changed);
      document.removeEventListener("input", changed);
    };
  });

  function submitted(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    apply(event.currentTarget);
  }

  function settled(field: string, low: number | undefined, high: number | undefined): void {
    const form = document.getElementById(FILTER_FORM);
    if (!(form instanceof HTMLFormElement)) return;
    const params = addressOf(form);
    const names = rangeParams(field);
    for (const [name, value] of [
      [names.min, low],
      [names.max, high],
    ] as const) {
      if (value === undefined) params.delete(name);
      else params.set(name, String(value));
    }
    void submit(params, { method: "get", action: path, preventScrollReset: true });
  }

  /** Closes the panel of a phone, and stands at the first card: the page is shorter now by many screens. */
  function close(): void {
    if (!shown.current?.checked) return;
    shown.current.checked = false;
    const results = document.getElementById(RESULTS);
    results?.focus({ preventScroll: true });
    results?.scrollIntoView();
  }

  return (
    // On a desk it stays beside the cards, so that what a filter does is seen from the last of them too.
    <div className="min-w-0 lg:sticky lg:top-4 lg:-mx-2 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pb-1 lg:[scrollbar-width:thin]">
      {/* A checkbox opens the panel on a phone: that works before JavaScript does. */}
      <input ref={shown} type="checkbox" id="show-filters" className="peer sr-only lg:hidden" />
      <label
        htmlFor="show-filters"
        className={classes(
          "inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge bg-surface px-5 font-semibold lg:hidden",
          "peer-checked:border-ink peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2",
        )}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {m.browse_filters()}
      </label>
      <Form
        id={FILTER_FORM}
        method="get"
        action={path}
        onSubmit={submitted}
        role="search"
        aria-label={m.browse_filters()}
        className="mt-5 hidden content-start gap-7 peer-checked:grid lg:mt-0 lg:grid"
      >
        {filters.map((filter) =>
          filter.kind === "location" ? (
            <FilterInput key={filter.kind} filter={filter} onSettle={settled} />
          ) : (
            <Drawn as="div" key={filter.name} name="filter" by={filter} className="min-w-0">
              {() => <FilterInput filter={filter} onSettle={settled} />}
            </Drawn>
          ),
        )}
        <Button
          type="submit"
          variant="primary"
          // Beside the cards there is nothing to show: only without JavaScript something to send.
          className="sticky bottom-3 lg:hidden lg:noscript:inline-flex"
          onClick={close}
        >
          {m.browse_filters_close()} · {total}
        </Button>
      </Form>
    </div>
  );
}

interface FilterInputProps {
  readonly filter: FilterView;
  readonly onSettle: (field: string, low: number | undefined, high: number | undefined) => void;
}

/** One filter. Its inputs follow the address, so that Back and the chips reach them too. */
function FilterInput({ filter, onSettle }: FilterInputProps) {
  switch (filter.kind) {
    case "one":
      return <OneInput filter={filter} />;
    case "many":
      return <ManyInput filter={filter} />;
    case "range": {
      const names = rangeParams(filter.name);
      if (filter.as === "inputs") {
        return (
          <fieldset className="grid grid-cols-2 gap-3">
            <legend className="mb-1 font-semibold text-[0.9375rem]">{filter.label}</legend>
            <TextInput
              label={m.browse_from()}
              name={names.min}
              type="number"
              min={0}
              prefix={filter.unit}
              told={filter.from}
            />
            <TextInput
              label={m.browse_to()}
              name={names.max}
              type="number"
              min={0}
              prefix={filter.unit}
              told={filter.to}
            />
          </fieldset>
        );
      }
      return (
        <RangeSlider
          legend={filter.label}
          range={filter}
          low={filter.from ?? undefined}
          high={filter.to ?? undefined}
          lowName={names.min}
          highName={names.max}
          unit={filter.unit ?? undefined}
          openEnd
          onSettle={(low, high) => onSettle(filter.name, low, high)}
        />
      );
    }
    case "location":
      return (
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-semibold text-[0.9375rem]">{filter.label}</legend>
          <CountryInput filter={filter} />
          <TextInput
            label={m.field_postalCode()}
            name="postalCode"
            autoComplete="postal-code"
            maxLength={12}
            told={filter.postalCode}
            error={filter.error ?? undefined}
          />
          <TextInput
            label={m.browse_max_distance()}
            hint={m.browse_location_hint()}
            name="maxDistance"
            type="number"
            min={0}
            max={20000}
            told={filter.maxDistance}
          />
        </fieldset>
      );
  }
}

type Filter<Kind extends FilterView["kind"]> = Extract<FilterView, { kind: Kind }>;

function OneInput({ filter }: { filter: Filter<"one"> }) {
  const [chosen, setChosen] = useFollowing(filter.chosen);
  return (
    <RadioGroup
      legend={filter.label}
      name={filter.name}
      choices={filter.options}
      chosen={chosen}
      onChosenChange={setChosen}
    />
  );
}

/** Between the values of several: no value of an option has one. */
const BETWEEN = "\n";

function ManyInput({ filter }: { filter: Filter<"many"> }) {
  const [chosen, setChosen] = useFollowing(filter.chosen.join(BETWEEN));
  return (
    <CheckboxGroup
      legend={filter.label}
      name={filter.name}
      choices={filter.options}
      chosen={chosen.split(BETWEEN)}
      onChosenChange={(values) => setChosen(values.join(BETWEEN))}
    />
  );
}

function CountryInput({ filter }: { filter: Filter<"location"> }) {
  const [country, setCountry] = useFollowing(filter.country);
  return (
    <SelectField
      label={m.field_country()}
      name="country"
      options={filter.countries}
      value={country}
      onChange={(event) => setCountry(event.currentTarget.value)}
    />
  );
}

function TextInput({ told, ...field }: ComponentProps<typeof TextField> & { told: string | number | null }) {
  const text = String(told ?? "");
  return <TextField {...field} ref={useFollowedText(text)} defaultValue={text} />;
}
