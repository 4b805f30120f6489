import { useState } from "react";
import { Form } from "react-router";
import type { DatedRate } from "#app/domain/currency.ts";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { countText } from "#app/ui/count-text.ts";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { currencyChoices, rateField } from "../../ui/currency-questions.tsx";
import type { StockLabels } from "../../ui/file-columns.tsx";
import { BULK_PATH } from "../../upload/view.ts";
import type { AnswersDetails } from "../view.ts";

const FORM = "answers";

interface AnswersFormProps {
  readonly details: AnswersDetails;
  readonly rates: readonly DatedRate[];
  readonly labels: StockLabels;
  readonly answer: Answer | undefined;
}

/** Currencies that the last file has, and others that were answered before. */
function askedCurrencies({ questions, answers }: AnswersDetails) {
  const asked = questions?.currencies ?? [];
  const others = Object.keys(answers.currencies ?? {}).filter((currency) =>
    asked.every((each) => each.currency !== currency),
  );
  return [...asked, ...others.map((currency) => ({ currency, count: 0, samples: [] }))];
}

/** The texts of each field, as in `answersFormSchema`. */
function textsOf(details: AnswersDetails): Readonly<Record<string, readonly string[]>> {
  const { answers } = details;
  const given = askedCurrencies(details).map(({ currency }) => answers.currencies?.[currency]);
  const { columns: _, ...shown } = answers;
  return {
    shown: [JSON.stringify(shown)],
    price: answers.price?.slice(0, 1) ?? [],
    way: given.map((answer) => (typeof answer === "number" ? "own" : (answer ?? ""))),
    rate: given.map((answer) => (typeof answer === "number" ? rateField(answer) : "")),
    condition: [answers.condition ?? ""],
    type: [answers.type ?? ""],
    withUnavailable: [answers.withUnavailable ? "on" : ""],
  };
}

/** Asks about the files of one shape without having one: with and without scripts. */
export function AnswersForm({ details: newest, rates, labels, answer }: AnswersFormProps) {
  // What another page answers meanwhile is not what this form shows.
  const [details] = useState(newest);
  const { questions, answers } = details;
  const stored = textsOf(details);
  const typed = answer?.result?.initialValue;
  const text = (name: string, at = 0) =>
    typed ? String([typed[name] ?? []].flat()[at] ?? "") : (stored[name]?.[at] ?? "");
  const faults = answer?.result?.error ?? {};
  const prices = questions?.prices ?? [];
  const notForSale = questions?.notForSale ?? 0;
  return (
    <Form method="post" id={FORM} noValidate className="grid gap-6">
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="shown" value={text("shown")} />
      <FormErrors formId={FORM} errors={faults} />
      {prices.length > 0 && (
        <RadioGroup
          legend={m.business_price_question()}
          hint={m.business_price_hint()}
          name="price"
          chosen={text("price")}
          choices={prices.map(({ columns, headings: [first = "", second], samples }) => ({
            value: columns[0] ?? "",
            label: second === undefined ? first : m.business_price_else({ first, second }),
            note: samples.join(" · "),
          }))}
        />
      )}
      {askedCurrencies(details).map(({ currency, count, samples }, at) => (
        <div key={currency} className="grid gap-3">
          <input type="hidden" name="currency" value={currency} />
          <SelectField
            className="max-w-md"
            name="way"
            label={
              count > 0
                ? m.business_currency_question({ currency, count: countText(count) })
                : m.answers_currency({ currency })
            }
            hint={samples.join(" · ")}
            placeholder={m.answers_currency_open()}
            defaultValue={text("way", at)}
            options={currencyChoices(rates.find((each) => each.currency === currency))}
          />
          <TextField
            id={`${FORM}-rate[${at}]`}
            name="rate"
            className="max-w-xs"
            label={m.business_currency_rate({ currency })}
            hint={m.answers_rate_hint()}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={text("rate", at)}
            error={faults[`rate[${at}]`] ?? undefined}
          />
        </div>
      ))}
      {((questions?.noCondition ?? 0) > 0 || answers.condition) && (
        <SelectField
          className="max-w-md"
          name="condition"
          label={m.answers_condition()}
          placeholder={m.business_condition_usual()}
          defaultValue={text("condition")}
          options={labels.conditions}
        />
      )}
      {((questions?.noType ?? 0) > 0 || answers.type) && (
        <SelectField
          className="max-w-md"
          name="type"
          label={m.answers_type()}
          placeholder={m.answers_type_none()}
          defaultValue={text("type")}
          options={labels.types}
        />
      )}
      {(notForSale > 0 || answers.withUnavailable) && (
        <Checkbox
          name="withUnavailable"
          defaultChecked={text("withUnavailable") === "on"}
          label={
            <>
              {m.answers_include({ count: countText(notForSale) })}
              <small className="block text-soft">{m.answers_include_note()}</small>
            </>
          }
        />
      )}
      <FormButtons send={m.answers_save()} cancel={BULK_PATH} />
    </Form>
  );
}
