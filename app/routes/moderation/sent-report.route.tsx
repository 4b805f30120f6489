import { useForm } from "@conform-to/react";
import { Form, href } from "react-router";
import { complain, reportFor } from "#app/features/moderation/cases/complaints.server.ts";
import { presentOutcome } from "#app/features/moderation/cases/present-sent.server.ts";
import { DECISION_WORDS_MAX } from "#app/features/moderation/cases/rules.ts";
import { complaintSchema } from "#app/features/moderation/cases/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/sent-report.route.ts";

async function reportIn(request: Request, id: string) {
  const token = new URL(request.url).searchParams.get("token");
  return reportFor(await viewerOf(request), id, token);
}

/** /reports/:id: what came of a report, for its reporter, and the complaint (docs/decisions/0193-queue-and-complaints.md). */
export async function loader({ request, params }: Route.LoaderArgs) {
  return presentOutcome(await reportIn(request, params.id), new Date());
}

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: () => reportIn(request, params.id),
    schema: complaintSchema,
    command: async ({ words }, report) => {
      await complain(report, words);
      return { to: href("/reports/:id", { id: params.id }) + new URL(request.url).search };
    },
  });
}

export function meta() {
  return titled(m.sent_report_title());
}

export default function SentReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { facts, outcome, mayComplain, waits, answer, reversed } = loaderData;
  const [form, fields] = useForm({ lastResult: actionData?.result });
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.sent_report_title()} lead={outcome} />
      <div className="grid gap-6">
        {answer !== null && (
          <Alert
            tone={reversed ? "good" : "notice"}
            title={reversed ? m.complaint_was_reversed() : m.complaint_was_upheld()}
          >
            {answer}
          </Alert>
        )}
        {waits && <Alert tone="notice">{m.complaint_is_open()}</Alert>}
        <dl>
          {facts.map(([label, value]) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-6 border-line border-t py-2.5">
              <dt className="text-soft">{label}</dt>
              <dd className="font-medium">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {answer !== null && <p className="text-soft text-sm">{m.complaint_elsewhere()}</p>}
        {mayComplain && (
          <Form method="post" id={form.id} noValidate className="grid gap-5">
            <h2 className="text-heading">{m.complaint_title()}</h2>
            <p>{m.complaint_possible()}</p>
            <FormErrors formId={form.id} errors={form.allErrors} />
            <TextArea
              id={fields.words?.id}
              name="words"
              label={m.complaint_words()}
              defaultValue={fields.words?.initialValue as string | undefined}
              error={fields.words?.errors}
              rows={4}
              maxLength={DECISION_WORDS_MAX}
              dir="auto"
            />
            <div>
              <Button type="submit" variant="primary">
                {m.complaint_send()}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </div>
  );
}
