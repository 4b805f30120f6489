import { useState } from "react";
import type { DatedRate } from "#app/domain/currency.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { countText } from "#app/ui/count-text.ts";
import type { Option } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { typedRate } from "../answers/answers.ts";
import { rateDay, rateNumber } from "../answers/ui/texts.ts";
import type { CurrencyAnswer, CurrencyQuestion, FileChoices } from "../profiles/choices.ts";

type Chosen = NonNullable<FileChoices["currencies"]>;

interface CurrencyQuestionsProps {
  readonly questions: readonly CurrencyQuestion[];
  readonly rates: readonly DatedRate[];
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
}

/** Prices that are not in euros: one question for each currency, which has no answer of its own. */
export function CurrencyQuestions({ questions, rates, chosen, onChosen }: CurrencyQuestionsProps) {
  function choose(currency: string, answer: CurrencyAnswer | undefined): void {
    const { [currency]: _, ...others } = chosen;
    onChosen(answer === undefined ? others : { ...others, [currency]: answer });
  }
  return questions.map((question) => (
    <OneCurrency
      key={question.currency}
      question={question}
      rate={rates.find(({ currency }) => currency === question.currency)}
      answer={chosen[question.currency]}
      onAnswer={(answer) => choose(question.currency, answer)}
    />
  ));
}

interface OneCurrencyProps {
  readonly question: CurrencyQuestion;
  readonly rate: DatedRate | undefined;
  /** Of an earlier visit of this step. */
  readonly answer: CurrencyAnswer | undefined;
  readonly onAnswer: (answer: CurrencyAnswer | undefined) => void;
}

/** "Convert them: €1 = 1.17 USD, rate of Nov 28, 2026" */
function convertText({ currency, rate, dated }: DatedRate): string {
  return m.business_currency_convert({
    rate: rateNumber(rate),
    currency,
    date: rateDay(dated),
  });
}

/** An own rate as its field shows it. */
export function rateField(rate: number): string {
  return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 20, useGrouping: false }).format(rate);
}

/** What can be done with the prices of a currency. */
export function currencyChoices(rate: DatedRate | undefined): readonly Option[] {
  return [
    ...(rate ? [{ value: "rate", label: convertText(rate) }] : []),
    { value: "own", label: m.business_currency_own() },
    { value: "out", label: m.business_currency_out() },
  ];
}

function wayOf(answer: CurrencyAnswer | undefined): string {
  if (answer === undefined) return "";
  if (answer === "out") return "out";
  return typeof answer === "object" ? "rate" : "own";
}

function OneCurrency({ question, rate, answer, onAnswer }: OneCurrencyProps) {
  const { currency, count, samples } = question;
  const [way, setWay] = useState(() => wayOf(answer));
  const [typed, setTyped] = useState(() => (way === "own" ? rateField(Number(answer)) : ""));
  const [isTypedWhole, setTypedWhole] = useState(false);

  function choose(next: string, text = typed): void {
    setWay(next);
    if (next === "out") onAnswer("out");
    else onAnswer(next === "rate" ? rate : typedRate(text));
  }

  return (
    <div className="grid gap-3">
      <RadioGroup
        legend={m.business_currency_question({ currency, count: countText(count) })}
        hint={samples.join(" · ")}
        name={`currency-${currency}`}
        chosen={way}
        onChosenChange={(value) => choose(value)}
        choices={currencyChoices(rate)}
      />
      {way === "own" && (
        <TextField
          className="max-w-xs"
          label={m.business_currency_rate({ currency })}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          announced
          error={isTypedWhole && typedRate(typed) === undefined ? m.business_currency_wrong() : undefined}
          onBlur={() => setTypedWhole(true)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setTypedWhole(false);
            choose("own", event.currentTarget.value);
          }}
        />
      )}
    </div>
  );
}
