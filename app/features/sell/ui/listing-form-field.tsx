import type { ReactNode } from "react";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { triggerOf } from "#app/domain/categories/derive/measured.ts";
import type { ChoiceView } from "#app/domain/categories/fields/kind.ts";
import { kindOf, traitsOf } from "#app/domain/categories/fields/registry.ts";
import { POSTAL_TEXT_MAX } from "#app/domain/place.ts";
import { type FieldView, type FormStepView, viewOptions, viewTraits } from "#app/features/listings/view.ts";
import { ValueOrigin } from "#app/features/models/ui/value-origin.tsx";
import { m } from "#app/paraglide/messages.js";
import { CheckboxGroup } from "#app/ui/choice-groups.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { NumberField, TextField } from "#app/ui/text-field.tsx";
import { ChoiceField, type ChoiceTexts } from "./choice-field.tsx";
import { ConditionalField } from "./conditional-field.tsx";

interface ListingFormFieldProps {
  readonly formId: string;
  readonly field: FieldView;
  readonly definition: CategoryDefinition;
  /** A select that depends on other fields shows their labels. */
  readonly steps: readonly FormStepView[];
  readonly initial: Readonly<Record<string, unknown>>;
  /** The current values of the selects, which limit the options of other fields. */
  readonly choices: Readonly<Record<string, string>>;
  readonly countries: readonly ChoiceView[];
  readonly errorOf: (name: string) => string | undefined;
  /** The maker's values for the chosen model, by the name of the input; empty without a model. */
  readonly makers: Readonly<Record<string, string>>;
  readonly priceHint: (condition: string) => ReactNode;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

interface InputProps<View> extends Omit<ListingFormFieldProps, "field"> {
  readonly field: View;
  readonly texts: ChoiceTexts;
  readonly value: string;
  /** Where the value comes from, if a model has one. */
  readonly origin: ReactNode;
}

type View<Kind extends FieldView["kind"]> = FieldView & { readonly kind: Kind };

const FIELD_INPUTS: {
  readonly [Kind in FieldView["kind"]]: (props: InputProps<View<Kind>>) => ReactNode;
} = {
  name: ({ field, texts, value }) => (
    <TextField
      {...texts}
      className="sm:col-span-2"
      name={field.name}
      defaultValue={value}
      maxLength={120}
      required
    />
  ),
  description: ({ field, texts, value }) => (
    <TextArea
      {...texts}
      className="sm:col-span-2"
      name={field.name}
      defaultValue={value}
      maxLength={5000}
      rows={6}
      hint={m.listing_description_hint()}
    />
  ),
  price: ({ field, texts, value, priceHint, choices }) => (
    <div>
      <TextField
        {...texts}
        name={field.name}
        defaultValue={value}
        inputMode="decimal"
        prefix="€"
        required
        autoComplete="off"
      />
      {priceHint(choices.condition ?? "")}
    </div>
  ),
  brand: BrandInput,
  location: LocationInput,
  photos: () => null,
  choice: ChoiceInput,
  several: ({ field, texts, definition, initial }) => {
    const { always = [] } = traitsOf(definition.fields[field.name]);
    return (
      <CheckboxGroup
        id={texts.id}
        legend={field.label}
        name={field.name}
        hint={always.length > 0 && m.listing_always_on()}
        choices={field.options.map((option) =>
          always.includes(option.value) ? { ...option, disabled: true } : option,
        )}
        chosen={[...[initial[field.name]].flat().map(textOf), ...always]}
        error={texts.error}
      />
    );
  },
  number: ({ field, texts, value, definition, choices, origin }) => {
    const defined = definition.fields[field.name];
    const limits = defined && kindOf(defined).limits(defined, choices);
    return (
      <NumberField
        {...texts}
        name={field.name}
        defaultValue={value}
        unit={field.unit}
        unitOfOne={field.unitOfOne}
        hint={
          limits && (
            <>
              {m.listing_between({ min: limits.min, max: limits.max })}
              {field.measured && `, ${field.measured}`} {origin}
            </>
          )
        }
        autoComplete="off"
      />
    );
  },
  // Browsers without an input of months show a text input.
  month: ({ field, texts, value }) => (
    <TextField {...texts} name={field.name} defaultValue={value} type="month" hint={m.listing_month_hint()} />
  ),
  text: ({ field, texts, value }) => (
    <TextField {...texts} name={field.name} defaultValue={value} maxLength={field.maxLength} />
  ),
};

export function ListingFormField(props: ListingFormFieldProps) {
  const { formId, field, initial, choices, errorOf, makers } = props;
  const value = textOf(initial[field.name]);
  const maker = makers[field.name];
  const Input = FIELD_INPUTS[field.kind] as (props: InputProps<FieldView>) => ReactNode;
  return (
    <Input
      {...props}
      texts={{
        id: `${formId}-${field.name}`,
        label: field.label,
        error: errorOf(field.name),
        optional: !field.required,
      }}
      value={value}
      origin={
        maker !== undefined && (
          <ValueOrigin
            name={field.name}
            maker={{ value: maker, text: makersText(field, maker) }}
            initial={choices[field.name] ?? value}
          />
        )
      }
    />
  );
}

function LocationInput({ formId, field, countries, initial, errorOf }: InputProps<FieldView>) {
  return (
    <fieldset className="grid gap-x-5 gap-y-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-1 font-semibold text-[0.9375rem]">
        {field.label} <span className="font-normal text-soft">{m.ui_optional()}</span>
      </legend>
      <p className="text-sm text-soft sm:col-span-2">{m.listing_location_hint()}</p>
      <SelectField
        id={`${formId}-country`}
        name="country"
        label={m.field_country()}
        options={countries}
        defaultValue={textOf(initial.country) || countries[0]?.value}
        error={errorOf("country")}
      />
      <TextField
        id={`${formId}-postalCode`}
        name="postalCode"
        label={m.field_postalCode()}
        autoComplete="postal-code"
        defaultValue={textOf(initial.postalCode)}
        maxLength={POSTAL_TEXT_MAX}
        error={errorOf("postalCode")}
      />
    </fieldset>
  );
}

function ChoiceInput(props: InputProps<View<"choice">>) {
  const { field, definition, steps, choices, texts, origin, makers, initial } = props;
  const trigger = triggerOf(definition, field.name);
  const select = (
    <ChoiceField
      field={field}
      definition={definition}
      steps={steps}
      choices={choices}
      texts={{ ...texts, hint: trigger ? m.listing_weighed_hint() : origin }}
    />
  );
  return trigger ? (
    <ConditionalField
      trigger={trigger}
      maker={makers[trigger.name]}
      initial={textOf(initial[trigger.name])}
      answered={(choices[field.name] ?? "") !== ""}
    >
      {select}
    </ConditionalField>
  ) : (
    select
  );
}

/** "305 g", "Senior" */
function makersText(field: FieldView, value: string): string {
  const { unit } = viewTraits(field);
  const option = viewOptions(field).find((each) => each.value === value);
  return option?.label ?? [value, unit].filter(Boolean).join(" ");
}

/** The listing's own brand is added when an import stored one that the form does not list. */
function BrandInput({ field, value, texts, origin }: InputProps<FieldView>) {
  const shown = viewOptions(field);
  const options =
    value === "" || shown.some((option) => option.value === value)
      ? shown
      : [...shown, { value, label: value }];
  return (
    <SelectField
      {...texts}
      hint={origin}
      name={field.name}
      options={options}
      placeholder={m.listing_choose()}
      defaultValue={value}
    />
  );
}
