import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { rangeParams } from "#app/domain/categories/filters/kind.ts";
import { formatKm, formatNumber, isSingular } from "#app/domain/format.ts";
import { POSTAL_TEXT_MAX } from "#app/domain/place.ts";
import type { CountsView, FilterView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { CheckboxGroup, RadioGroup } from "#app/ui/choice-groups.tsx";
import { RangeSlider } from "#app/ui/range-slider.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useSlider } from "#app/ui/use-slider.ts";
import { useStateResetBy, useSyncedInput, useSyncedState } from "#app/ui/use-synced-state.ts";
import { foldedOptions, inOrder } from "./options.ts";

export type FieldCounts = CountsView[string];

interface FilterInputProps {
  readonly filter: FilterView;
  readonly counts?: FieldCounts;
  /** A slider has been moved. Its values are not yet in the form; an open end is undefined. */
  readonly onSettle: (values: Readonly<Record<string, number | undefined>>) => void;
}

type Filter<Kind extends FilterView["kind"]> = Extract<FilterView, { kind: Kind }>;

interface InputProps<View> extends Omit<FilterInputProps, "filter"> {
  readonly filter: View;
}

const FILTER_INPUTS: {
  readonly [Kind in FilterView["kind"]]: (props: InputProps<Filter<Kind>>) => ReactNode;
} = { one: OneInput, many: ManyInput, range: RangeInput, months: MonthsInput, location: LocationInput };

/** The inputs show the filter values of the URL, so Back and the chips update them too. */
export function FilterInput(props: FilterInputProps) {
  const Input = FILTER_INPUTS[props.filter.kind] as (props: FilterInputProps) => ReactNode;
  return <Input {...props} />;
}

function RangeInput({ filter, onSettle }: InputProps<Filter<"range">>) {
  const names = rangeParams(filter.name);
  if (filter.as === "inputs") return <Ends filter={filter} names={names} type="text" prefix={filter.unit} />;
  return (
    <RangeSlider
      legend={filter.label}
      hideLegend
      range={filter}
      low={filter.from ?? undefined}
      high={filter.to ?? undefined}
      lowName={names.min}
      highName={names.max}
      unit={filter.unit ?? undefined}
      unitOfOne={filter.unitOfOne ?? undefined}
      openEnd
      written={filter.written ?? undefined}
      onSettle={(low, high) => onSettle({ [names.min]: low, [names.max]: high })}
    />
  );
}

function MonthsInput({ filter }: InputProps<Filter<"months">>) {
  return <Ends filter={filter} names={rangeParams(filter.name)} type="month" hint={m.listing_month_hint()} />;
}

function LocationInput({ filter, onSettle }: InputProps<Filter<"location">>) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{filter.label}</legend>
      <CountryInput filter={filter} />
      <TextInput
        label={m.field_postalCode()}
        name="postalCode"
        autoComplete="postal-code"
        maxLength={POSTAL_TEXT_MAX}
        initial={filter.postalCode}
        error={filter.error ?? undefined}
      />
      {filter.slider ? (
        <DistanceSlider
          {...filter.slider}
          initial={filter.maxDistance ?? filter.slider.max}
          onSettle={() => onSettle({})}
        />
      ) : (
        <TextInput
          label={m.browse_max_distance()}
          hint={m.browse_location_hint()}
          name="maxDistance"
          type="number"
          min={0}
          max={20000}
          initial={filter.maxDistance}
        />
      )}
    </fieldset>
  );
}

interface EndsProps {
  readonly filter: Filter<"range" | "months">;
  readonly names: { readonly min: string; readonly max: string };
  readonly type: "text" | "month";
  readonly prefix?: string | null;
  readonly hint?: string;
}

function Ends({ filter, names, type, prefix, hint }: EndsProps) {
  const { written } = filter;
  const input = { type, prefix, inputMode: type === "text" ? ("decimal" as const) : undefined };
  const ends = [
    { end: "min", label: m.browse_from(), value: filter.from },
    { end: "max", label: m.browse_to(), value: filter.to },
  ] as const;
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="sr-only">{filter.label}</legend>
      {hint && <p className="col-span-full text-soft text-sm">{hint}</p>}
      {ends.map(({ end, label, value }) => (
        <TextInput
          {...input}
          key={end}
          label={label}
          name={names[end]}
          initial={written?.[end] ?? value}
          error={written?.[end] === undefined ? undefined : written.error}
        />
      ))}
    </fieldset>
  );
}

function OneInput({ filter }: InputProps<Filter<"one">>) {
  const [chosen, setChosen] = useSyncedState(filter.chosen);
  return (
    <RadioGroup
      legend={filter.label}
      hideLegend
      name={filter.name}
      choices={filter.options}
      chosen={chosen}
      onChosenChange={setChosen}
    />
  );
}

/** Separates the chosen values in the state. No value of an option contains it. */
const VALUE_SEPARATOR = "\n";

function ManyInput({ filter, counts }: InputProps<Filter<"many">>) {
  const [chosen, setChosen] = useSyncedState(filter.chosen.join(VALUE_SEPARATOR));
  const [open, setOpen] = useState(false);
  const [pinned, setPinned] = useState<ReadonlySet<string>>(() => new Set(filter.chosen));
  // The options keep their first order: neither later counts nor a choice move an option that someone may be about to
  // press.
  const [first] = useState({ counts, chosen: filter.chosen });
  // Chosen options are pinned, so that they are never folded away. This waits until an open list is closed, because
  // pinning moves an option.
  if (!open && filter.chosen.some((value) => !pinned.has(value)))
    setPinned(new Set([...pinned, ...filter.chosen]));
  const choices = filter.options.map((option) => {
    const count = counts && countOf(counts, option.value);
    return count ? { ...option, note: <OptionCount {...count} /> } : option;
  });
  const isWithout = (value: string) => (first.counts && countOf(first.counts, value))?.n === 0;
  const { shown, folded } = foldedOptions(inOrder(choices, isWithout, first.chosen), pinned);
  const n = filter.options.length;
  return (
    <>
      {filter.none !== null && <input type="hidden" name={filter.name} value={filter.none} />}
      <CheckboxGroup
        legend={filter.label}
        hideLegend
        name={filter.name}
        choices={shown}
        folded={{
          choices: folded,
          more: filter.name === "brand" ? m.browse_show_all_brands({ n }) : m.browse_show_all({ n }),
          fewer: m.browse_show_fewer(),
          onToggle: setOpen,
        }}
        chosen={chosen.split(VALUE_SEPARATOR)}
        onChosenChange={(values) => setChosen(values.join(VALUE_SEPARATOR))}
      />
    </>
  );
}

/** Null when the counts do not tell whether there are any listings. */
function countOf(counts: FieldCounts, wanted: string): { n: number; capped: boolean } | null {
  // Options without listings are absent from the counts.
  const [, n, capped] = counts.find(([value]) => value === wanted) ?? [
    wanted,
    0,
    counts.some((one) => one[2]),
  ];
  return n === 0 && capped ? null : { n, capped };
}

/** "34", and "34 listings" for screen readers. Options without listings are dimmed (styles/controls.css). */
function OptionCount({ n, capped }: { n: number; capped: boolean }) {
  const count = `${formatNumber(n, getLocale())}${capped ? "+" : ""}`;
  return (
    <>
      <span aria-hidden="true" data-none={n === 0 ? "" : undefined}>
        {count}
      </span>
      <span className="sr-only">
        ,{" "}
        {!capped && isSingular(n, getLocale())
          ? m.browse_listings_one({ count })
          : m.browse_listings({ count })}
      </span>
    </>
  );
}

/** The slider always has a value, which is ignored without a postal code. */
function DistanceSlider({
  step,
  initial,
  onSettle,
  ...usual
}: Record<"min" | "max" | "step" | "initial", number> & { onSettle: () => void }) {
  const slider = useSlider(onSettle, () => setKm(() => initial));
  const [km, setKm] = useStateResetBy(initial, (before?: number) => (slider.moving && before) || initial);
  // A distance in the URL may be beyond the slider, and must not change with the next filter.
  const [min, max] = [Math.min(usual.min, initial), Math.max(usual.max, initial)];
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3 text-[0.9375rem]">
        <label htmlFor={id} className="font-semibold">
          {m.browse_distance()}
        </label>
        <span className="text-soft tabular-nums">{formatKm(km, getLocale())}</span>
      </div>
      <span className="relative mx-3 block h-11">
        <span className="-translate-y-1/2 absolute inset-x-0 top-1/2 h-px bg-edge" />
        <span
          className="-translate-y-1/2 absolute top-1/2 left-0 h-1 rounded-full bg-ink"
          style={{ width: `${((km - min) / (max - min)) * 100}%` }}
        />
        <input
          id={id}
          type="range"
          name="maxDistance"
          aria-describedby={`${id}-hint`}
          min={min}
          max={max}
          step={step}
          value={km}
          aria-valuetext={formatKm(km, getLocale())}
          {...slider.handlers}
          onChange={({ currentTarget }) => {
            slider.step();
            setKm(() => currentTarget.valueAsNumber);
          }}
          className="range-thumb -inset-x-5.5 absolute inset-y-0 h-11 w-[calc(100%+2.75rem)]"
          // A slider with one thumb: the whole track can be pressed.
          style={{ pointerEvents: "auto" }}
        />
      </span>
      <p id={`${id}-hint`} className="text-soft text-sm">
        {m.browse_location_needed()}
      </p>
    </div>
  );
}

function CountryInput({ filter }: { filter: Filter<"location"> }) {
  const [country, setCountry] = useSyncedState(filter.country);
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

function TextInput({
  initial,
  ...field
}: ComponentProps<typeof TextField> & { initial: string | number | null }) {
  const text = String(initial ?? "");
  return <TextField {...field} ref={useSyncedInput(text)} defaultValue={text} />;
}
