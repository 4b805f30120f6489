import { useForm } from "@conform-to/react";
import { Form, href } from "react-router";
import { answerQuestion } from "#app/features/moderation/questions/commands.server.ts";
import { questionFor } from "#app/features/moderation/questions/queries.server.ts";
import { CASE_QUESTION_MAX, questionAnswerSchema } from "#app/features/moderation/questions/schema.ts";
import { subjectText } from "#app/features/moderation/reports/mails.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/question.route.ts";

async function questionIn(request: Request, id: string) {
  const token = new URL(request.url).searchParams.get("token");
  return questionFor(await viewerOf(request), id, token);
}

/**
 * /questions/:id: a moderators' question, for the person who is asked, and the answer
 * (docs/decisions/0195-the-desk-of-moderators.md).
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { words, answer, state, report_id, subject_kind, name } = await questionIn(request, params.id);
  return {
    words,
    answer,
    closed: state === "closed",
    ofReporter: report_id !== null,
    about: subjectText(subject_kind, name, { locale: getLocale() }),
  };
}

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: () => questionIn(request, params.id),
    schema: questionAnswerSchema,
    command: async ({ answer }, question) => {
      await answerQuestion(question, answer);
      return { to: href("/questions/:id", { id: params.id }) + new URL(request.url).search };
    },
  });
}

export function meta() {
  return titled(m.question_page_title());
}

export default function QuestionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { words, answer, closed, ofReporter, about } = loaderData;
  const [form, fields] = useForm<{ answer: string }>({ lastResult: actionData?.result });
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.question_page_title()}
        lead={ofReporter ? m.question_page_lead_reporter() : m.question_page_lead_member()}
      />
      <div className="grid gap-6">
        <p className="text-soft">
          <bdi>{about}</bdi>
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line border-clay border-l-2 pl-4">
          {words}
        </p>
        {answer !== null && (
          <Alert tone="good" title={m.question_thanks()}>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {answer}
            </p>
          </Alert>
        )}
        {answer === null && closed && <Alert tone="notice">{m.question_closed()}</Alert>}
        {answer === null && (!closed || actionData?.result) && (
          <Form method="post" id={form.id} noValidate className="grid gap-5">
            <FormErrors formId={form.id} errors={form.allErrors} />
            <TextArea
              id={fields.answer.id}
              name={fields.answer.name}
              label={m.question_answer()}
              hint={m.question_answer_hint()}
              defaultValue={fields.answer.initialValue}
              error={fields.answer.errors}
              rows={6}
              maxLength={CASE_QUESTION_MAX}
              dir="auto"
            />
            <div>
              <Button type="submit" variant="primary">
                {m.question_send()}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </div>
  );
}
