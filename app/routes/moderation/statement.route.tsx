import { useForm } from "@conform-to/react";
import { Form, href } from "react-router";
import { appeal, isAppealable, statementFor } from "#app/features/moderation/cases/appeals.server.ts";
import { DECISION_WORDS_MAX } from "#app/features/moderation/cases/rules.ts";
import { appealSchema } from "#app/features/moderation/cases/schema.ts";
import { statementView } from "#app/features/moderation/cases/statements.server.ts";
import { StatementBody } from "#app/features/moderation/cases/ui/statement.tsx";
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
import type { Route } from "./+types/statement.route.ts";

async function decisionIn(request: Request, id: string) {
  const token = new URL(request.url).searchParams.get("token");
  return statementFor(await viewerOf(request), id, token);
}

/** /statements/:id: a decision, for the person it is about, and the appeal (docs/decisions/0091-decisions.md). */
export async function loader({ request, params }: Route.LoaderArgs) {
  const decision = await decisionIn(request, params.id);
  return {
    statement: statementView(decision, { locale: getLocale() }),
    mayAppeal: isAppealable(decision, new Date()),
    appealed: decision.appealed_at !== null,
    answer: decision.answer,
    reversed: decision.reversed_at !== null,
  };
}

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: () => decisionIn(request, params.id),
    schema: appealSchema,
    command: async ({ words }, decision) => {
      await appeal(decision, words);
      return { to: href("/statements/:id", { id: params.id }) + new URL(request.url).search };
    },
  });
}

export function meta() {
  return titled(m.statement_title());
}

export default function StatementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { statement, mayAppeal, appealed, answer, reversed } = loaderData;
  const [form, fields] = useForm({ lastResult: actionData?.result });
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={statement.title} lead={statement.lead} />
      <div className="grid gap-6">
        {answer !== null && (
          <Alert
            tone={reversed ? "good" : "notice"}
            title={reversed ? m.appeal_was_reversed() : m.appeal_was_upheld()}
          >
            {answer}
          </Alert>
        )}
        {appealed && answer === null && <Alert tone="notice">{m.appeal_is_open()}</Alert>}
        <StatementBody statement={statement} />
        {mayAppeal && (
          <Form method="post" id={form.id} noValidate className="grid gap-5">
            <h2 className="text-heading">{m.appeal_title()}</h2>
            <p>{m.statement_appeal_text()}</p>
            <FormErrors formId={form.id} errors={form.allErrors} />
            <TextArea
              id={fields.words?.id}
              name="words"
              label={m.appeal_words()}
              optional
              defaultValue={fields.words?.initialValue as string | undefined}
              error={fields.words?.errors}
              rows={4}
              maxLength={DECISION_WORDS_MAX}
              dir="auto"
            />
            <div>
              <Button type="submit" variant="primary">
                {m.appeal_send()}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </div>
  );
}
