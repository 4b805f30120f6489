import type { ReactNode } from "react";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { limitsFor } from "#app/domain/categories/derive/dependent-options.ts";
import { triggerOf } from "#app/domain/categories/derive/measured.ts";
import { POSTAL_TEXT_MAX } from "#app/domain/place.ts";
import { ValueOrigin } from "#app/features/models/ui/value-origin.tsx";
import { m } from "#app/paraglide/messages.js";
import { CheckboxGroup } from "#app/ui/choice-groups.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { NumberField, TextField } from "#app/ui/text-field.tsx";
import type { ChoiceView, FieldView, FormStepView } from "../view.ts";
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

export function ListingFormField({
  formId,
  field,
  definition,
  steps,
  initial,
  choices,
  countries,
  errorOf,
  makers,
  priceHint,
}: ListingFormFieldProps) {
  const texts = {
    id: `${formId}-${field.name}`,
    label: field.label,
    error: errorOf(field.name),
    optional: !field.required,
  };
  const value = textOf(initial[field.name]);
  const maker = makers[field.name];
  const origin = maker !== undefined && (
    <ValueOrigin
      name={field.name}
      maker={{ value: maker, text: makersText(field, maker) }}
      initial={choices[field.name] ?? value}
    />
  );
  switch (field.kind) {
    case "name":
      return (
        <TextField
          {...texts}
          className="sm:col-span-2"
          name={field.name}
          defaultValue={value}
          maxLength={120}
          required
        />
      );
    case "description":
      return (
        <TextArea
          {...texts}
          className="sm:col-span-2"
          name={field.name}
          defaultValue={value}
          maxLength={5000}
          rows={6}
          hint={m.listing_description_hint()}
        />
      );
    case "price":
      return (
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
      );
    case "brand":
      return <BrandField field={field} value={value} texts={{ ...texts, hint: origin }} />;
    case "location":
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
    case "choice": {
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
    case "several": {
      const own = definition.fields[field.name];
      const always = (own?.kind === "several" && own.always) || [];
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
    }
    case "number": {
      const own = definition.fields[field.name];
      const limits = own?.kind === "number" ? limitsFor(own, choices) : undefined;
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
    }
    case "month":
      // Browsers without an input of months show a text input.
      return (
        <TextField
          {...texts}
          name={field.name}
          defaultValue={value}
          type="month"
          hint={m.listing_month_hint()}
        />
      );
    case "text":
      return <TextField {...texts} name={field.name} defaultValue={value} maxLength={field.maxLength} />;
    case "photos":
      return null;
  }
}

/** "305 g", "Senior" */
function makersText(field: FieldView, value: string): string {
  if (field.kind === "number") return [value, field.unit].filter(Boolean).join(" ");
  const options = "options" in field ? field.options : undefined;
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** The listing's own brand is added when an import stored one that the form does not list. */
function BrandField({
  field,
  value,
  texts,
}: {
  field: FieldView & { kind: "brand" | string };
  value: string;
  texts: ChoiceTexts;
}) {
  const known = "options" in field ? (field.options ?? []) : [];
  const options =
    value === "" || known.some((option) => option.value === value)
      ? known
      : [...known, { value, label: value }];
  return (
    <SelectField
      {...texts}
      name={field.name}
      options={options}
      placeholder={m.listing_choose()}
      defaultValue={value}
    />
  );
}
