import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, redirect, useNavigation } from "react-router";
import { sellerPath } from "#app/domain/username.ts";
import {
  faulty,
  privateHeaders,
  refused,
  refusedForm,
  unreadable,
} from "#app/features/accounts/answers.server.ts";
import { firstFault } from "#app/features/accounts/ui/form-field.ts";
import { readableReview, reportReview } from "#app/features/reviews/commands.server.ts";
import { canOfReview } from "#app/features/reviews/policy.ts";
import { presentReview, readReview } from "#app/features/reviews/present.server.ts";
import { presentReasons } from "#app/features/reviews/reported.server.ts";
import { REPORT_MAX } from "#app/features/reviews/rules.ts";
import { LONGEST_TEXT, REPORT_FIELDS, reportSchema } from "#app/features/reviews/schema.ts";
import { Review } from "#app/features/reviews/ui/review-list.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/report.route.ts";

export const middleware = [signedIn];

/** /reviews/:id/report: reports a review (docs/decisions/0048-reviews.md). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const row = await readableReview(params.id);
  if (!canOfReview(viewer, "report", readReview(row))) {
    throw new Refused("review_report_own");
  }
  return { review: presentReview(row, viewer), reasons: presentReasons() };
}

/** Stores the report. A second report by the same user gets the same thanks. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const form = await readForm(request, REPORT_FIELDS, LONGEST_TEXT, 1);
  if (!form) return refused({ result: unreadable() });
  const submission = parseWithZod(form, { schema: reportSchema });
  if (submission.status !== "success") return refused({ result: faulty(submission) });
  const row = await readableReview(params.id);
  const isNew = await orRefused(reportReview(viewer, params.id, submission.value));
  if (isNew instanceof Refused) return refusedForm(submission, isNew, (result) => ({ result }));
  const headers = flash(new Headers(), {
    kind: "success",
    title: m.review_reported_title(),
    description: isNew ? m.review_reported() : m.review_reported_before(),
  });
  return redirect(`${sellerPath(row.of)}#reviews`, { headers });
}

export const headers = privateHeaders;

export function meta() {
  return titled(m.review_report_title());
}

export default function ReportPage({ loaderData: { review, reasons }, actionData }: Route.ComponentProps) {
  const { formMethod, state } = useNavigation();
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: reportSchema }),
  });
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.review_report_title()} lead={m.review_report_lead()} />
      <div className="grid gap-6">
        <Review review={{ ...review, answerPath: null, reportPath: null }} />
        <Form
          method="post"
          action={href("/reviews/:id/report", { id: review.id })}
          id={form.id}
          onSubmit={form.onSubmit}
          noValidate
          className="grid gap-5"
        >
          {form.errors?.length ? <Alert tone="danger">{form.errors.join(" ")}</Alert> : null}
          <RadioGroup
            legend={m.review_report_reason()}
            name={fields.reason.name}
            choices={reasons}
            chosen={fields.reason.initialValue}
            error={fields.reason.errors}
            required
          />
          <TextArea
            id={fields.words.id}
            name={fields.words.name}
            label={m.review_report_words()}
            optional
            defaultValue={fields.words.initialValue}
            error={fields.words.errors}
            rows={4}
            maxLength={REPORT_MAX}
            dir="auto"
            autoFocus={firstFault(actionData?.result, REPORT_FIELDS) === "words"}
          />
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              variant="primary"
              busy={state !== "idle" && formMethod === "POST"}
              busyLabel={m.review_sending()}
            >
              {m.review_report_send()}
            </Button>
            <LinkButton to={`${sellerPath(review.of)}#reviews`}>{m.ui_cancel()}</LinkButton>
          </div>
        </Form>
      </div>
    </div>
  );
}
