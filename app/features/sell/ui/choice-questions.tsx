import { Fragment, type ReactNode } from "react";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { questionsFor, suggestedValue } from "#app/domain/categories/derive/suggest.ts";
import type { ChoiceField } from "#app/domain/categories/fields/choice-field.ts";
import { traitsOf } from "#app/domain/categories/fields/registry.ts";
import { type FieldView, viewOptions } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { FieldFold } from "./more-specs.tsx";
import type { Choices } from "./use-choices.ts";
import { fillForm } from "./use-model-question.ts";

interface ChoiceQuestionsProps {
  readonly field: FieldView;
  readonly chosen: string | undefined;
  /** The value of the field that the answers suggest; null while an answer is missing. */
  readonly suggested: string | null;
  readonly answered: boolean;
  /** The questions that help to choose a value of the field. */
  readonly questions: readonly FieldView[];
  /** For each answer to a question, the best value of the field that it allows. */
  readonly suggestedBy: NonNullable<ChoiceField["suggestedBy"]>;
  readonly children: ReactNode;
}

/** Shown without JavaScript, because combining the answers needs it. */
function AnswerMeanings({
  field,
  questions,
  suggestedBy,
}: Pick<ChoiceQuestionsProps, "field" | "questions" | "suggestedBy">) {
  const labelOf = (best: string | undefined) => viewOptions(field).find(({ value }) => value === best)?.label;
  return (
    <div className="script-fallback pb-5 text-sm">
      <p>{m.condition_answers()}</p>
      <dl className="mt-2 grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {questions.map((question) => (
          <div key={question.name}>
            <dt className="font-semibold">{question.label}</dt>
            {viewOptions(question).map(({ value, label }) => (
              <dd key={value}>{`${label}: ${labelOf(suggestedBy[question.name]?.[value]) ?? ""}`}</dd>
            ))}
          </div>
        ))}
      </dl>
    </div>
  );
}

function ChoiceQuestions({
  field,
  chosen,
  suggested,
  answered,
  questions,
  suggestedBy,
  children,
}: ChoiceQuestionsProps) {
  const hydrated = useHydrated();
  const condition = viewOptions(field).find(({ value }) => value === suggested)?.label;
  return (
    <FieldFold unfolded={answered} summary={<span className="font-semibold">{m.condition_questions()}</span>}>
      <p className="text-sm text-soft">{m.condition_questions_hint()}</p>
      <div className="grid gap-x-5 gap-y-6 pt-4 pb-4 sm:grid-cols-2">{children}</div>
      {!hydrated && <AnswerMeanings field={field} questions={questions} suggestedBy={suggestedBy} />}
      <p role="status" className="pb-5">
        {suggested !== null && condition !== undefined && (
          <span className="flex flex-wrap items-center gap-3">
            {m.condition_suggested({ condition })}
            {chosen !== suggested && (
              <Button
                size="sm"
                onClick={({ currentTarget: { form } }) => {
                  if (form) fillForm(form, { [field.name]: suggested }, { [field.name]: chosen ?? "" });
                }}
              >
                {m.condition_take({ condition })}
              </Button>
            )}
          </span>
        )}
      </p>
    </FieldFold>
  );
}

/** Questions that suggest a value of another field are folded below that field. */
export function withQuestions(
  definition: CategoryDefinition,
  fields: readonly FieldView[],
  choices: Choices,
  draw: (field: FieldView) => ReactNode,
): (field: FieldView) => ReactNode {
  return (field) => {
    if (fields.some(({ name }) => questionsFor(definition, name).includes(field.name))) return null;
    const traits = traitsOf(definition.fields[field.name]);
    const names = questionsFor(definition, field.name);
    if (names.length === 0) return draw(field);
    const questions = fields.filter(({ name }) => names.includes(name));
    return (
      <Fragment key={field.name}>
        {draw(field)}
        <ChoiceQuestions
          field={field}
          chosen={choices[field.name]}
          suggested={suggestedValue(traits, choices)}
          answered={names.some((name) => Boolean(choices[name]))}
          questions={questions}
          suggestedBy={traits.suggestedBy ?? {}}
        >
          {questions.map(draw)}
        </ChoiceQuestions>
      </Fragment>
    );
  };
}
