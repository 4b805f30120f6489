import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { DatedRate } from "#app/domain/currency.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { classes } from "#app/ui/classes.ts";
import { countText } from "#app/ui/count-text.ts";
import { Panel } from "#app/ui/panel.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import type { AnswersView } from "../answers/view.ts";
import { missingColumns } from "../csv/columns.ts";
import { type FileChoices, type TranslationReport, unansweredCurrencies } from "../profiles/choices.ts";
import type { Layout } from "../profiles/layout.ts";
import { fileProfile } from "../profiles/list.ts";
import type { Proposal } from "../reading/protocol.ts";
import { CurrencyQuestions } from "./currency-questions.tsx";
import { FileColumns, type StockLabels } from "./file-columns.tsx";
import { LeftOut } from "./left-out.tsx";
import { NO_CHOICES, showFailureToast } from "./use-reading.ts";

const LONGEST_NAME = 120;

interface ProposalStepProps {
  readonly name: string;
  readonly proposal: Proposal;
  readonly choices: FileChoices;
  /** What becomes of the rows with these choices. */
  readonly preview: (choices: FileChoices) => Promise<TranslationReport>;
  readonly rates: readonly DatedRate[];
  readonly labels: StockLabels;
  /** Whose answers about an earlier file the choices began with. */
  readonly kept: AnswersView | null;
  readonly onStartOver: () => void;
  readonly onChoices: (choices: FileChoices) => void;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Shows how a file is read, before its rows: what it is, what stays out, and what only the person can say. */
export function ProposalStep(props: ProposalStepProps) {
  const { name, proposal, choices, preview, rates, labels, kept, onChoices, onDone, onCancel } = props;
  const { layout } = proposal;
  const moments = useTimeFormat();
  const { report, isCurrent } = usePreview(choices, preview, proposal.report);
  const change = (changed: FileChoices) => onChoices({ ...choices, ...changed });

  const price = choices.price ?? (layout.isPriceSure ? (layout.prices[0] ?? []) : []);
  const roles = choices.columns ?? layout.columns.map(({ role }) => role);
  const missing = missingColumns([...roles, ...(price.length > 0 ? ["price"] : [])]).filter(
    (column) => column !== "type",
  );
  const unanswered = unansweredCurrencies(report, choices).length > 0;
  const { name: system } = fileProfile(layout.profile);
  return (
    <Panel aria-labelledby="business-proposal">
      <StepHeading id="business-proposal">
        {system ? m.business_looks_like({ system }) : m.business_mapping_title()}
      </StepHeading>
      <p role="status" className="mt-1 mb-5 max-w-prose text-soft">
        {m.business_for_sale({ name, count: countText(report.rows) })}
      </p>
      {kept?.answeredAt && (
        <div className="mb-5 flex flex-wrap items-center gap-3">
          <Alert className="grow">{m.answers_used({ date: moments.shortDate(kept.answeredAt) })}</Alert>
          <Button size="sm" onClick={props.onStartOver}>
            {m.answers_start_over()}
          </Button>
        </div>
      )}
      <div className="grid gap-6">
        <LeftOut
          report={report}
          included={choices.withUnavailable ?? false}
          onInclude={(withUnavailable) => change({ withUnavailable })}
        />
        {report.shortened.count > 0 && (
          <Alert>
            {m.business_shortened({ count: countText(report.shortened.count), max: LONGEST_NAME })}
          </Alert>
        )}
        <PriceQuestion layout={layout} price={price} onPrice={(chosen) => change({ price: chosen })} />
        <CurrencyQuestions
          questions={report.currencies}
          rates={rates}
          chosen={choices.currencies ?? {}}
          onChosen={(currencies) => change({ currencies })}
        />
        {report.noCondition.count > 0 && (
          <ConditionQuestion
            count={report.noCondition.count}
            condition={choices.condition ?? ""}
            options={labels.conditions}
            onCondition={(condition) => change({ condition: condition || undefined })}
          />
        )}
        {report.noType.count > 0 && (
          <SelectField
            className="max-w-md"
            label={m.business_type_question({ count: countText(report.noType.count) })}
            placeholder={m.business_type_later()}
            value={choices.type ?? ""}
            onChange={(event) => change({ type: event.currentTarget.value || undefined })}
            options={labels.types}
          />
        )}
      </div>
      <FileColumns
        layout={layout}
        roles={roles}
        price={price}
        isOpen={missing.length > 0 || layout.columns.some(({ sure, role }) => !sure && role !== null)}
        labels={labels.columns}
        onColumns={(columns, chosen) => change({ columns, price: chosen })}
      />
      {missing.length > 0 && (
        <Alert className="mt-5">
          {m.business_mapping_missing({
            columns: missing.map((column) => labels.columns[column] ?? column).join(", "),
          })}
        </Alert>
      )}
      {unanswered && <Alert className="mt-5">{m.business_currency_choose()}</Alert>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" disabled={missing.length > 0 || unanswered || !isCurrent} onClick={onDone}>
          {m.business_mapping_done()}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {m.business_other_file()}
        </Button>
      </div>
    </Panel>
  );
}

interface StepHeadingProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Gets the focus that went with the step before. */
export function StepHeading({ id, className, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className={classes("text-heading outline-none", className)}>
      {children}
    </h2>
  );
}

interface ConditionQuestionProps {
  readonly count: number;
  /** "" where each type keeps its usual condition. */
  readonly condition: string;
  readonly options: StockLabels["conditions"];
  readonly onCondition: (condition: string) => void;
}

/** Asks once for the condition of all rows that lack it. */
export function ConditionQuestion({ count, condition, options, onCondition }: ConditionQuestionProps) {
  return (
    <SelectField
      className="max-w-md"
      label={m.business_condition_question({ count: countText(count) })}
      placeholder={m.business_condition_usual()}
      value={condition}
      onChange={(event) => onCondition(event.currentTarget.value)}
      options={options}
    />
  );
}

/** Counts again when the choices changed. The report is that of earlier choices until `isCurrent`. */
function usePreview(
  choices: FileChoices,
  preview: (choices: FileChoices) => Promise<TranslationReport>,
  proposed: TranslationReport,
): { readonly report: TranslationReport; readonly isCurrent: boolean } {
  const [counted, setCounted] = useState({ choices: NO_CHOICES, report: proposed });
  const isCurrent = counted.choices === choices;
  const count = useEffectEvent(preview);
  useEffect(() => {
    if (isCurrent) return;
    let isLast = true;
    count(choices)
      .then((report) => isLast && setCounted({ choices, report }))
      .catch(() => showFailureToast(null));
    return () => {
      isLast = false;
    };
  }, [choices, isCurrent]);
  return { report: counted.report, isCurrent };
}

interface PriceQuestionProps {
  readonly layout: Layout;
  readonly price: readonly number[];
  readonly onPrice: (price: readonly number[]) => void;
}

/** Every column that may be the price, with its values. */
function PriceQuestion({ layout, price, onPrice }: PriceQuestionProps) {
  if (layout.prices.length < 2 && layout.isPriceSure) return null;
  const heading = (at: number | undefined) => layout.columns[at ?? -1]?.heading ?? "";
  return (
    <RadioGroup
      legend={m.business_price_question()}
      hint={m.business_price_hint()}
      name="price"
      chosen={String(price[0] ?? "")}
      onChosenChange={(value) => onPrice(layout.prices.find(([at]) => String(at) === value) ?? [])}
      choices={layout.prices.map(([first, second]) => ({
        value: String(first),
        label:
          second === undefined
            ? heading(first)
            : m.business_price_else({ first: heading(first), second: heading(second) }),
        note: layout.columns[first ?? -1]?.samples.join(" · "),
      }))}
    />
  );
}
