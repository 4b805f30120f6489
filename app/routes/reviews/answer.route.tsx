import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, redirect } from "react-router";
import { can } from "#app/domain/policies.ts";
import { sellerPath } from "#app/domain/username.ts";
import { submitted } from "#app/features/accounts/answers.server.ts";
import { answerReview, readableReview } from "#app/features/reviews/commands.server.ts";
import { presentReview } from "#app/features/reviews/present.server.ts";
import { ANSWER_MAX } from "#app/features/reviews/rules.ts";
import { ANSWER_FIELDS, answerSchema, LONGEST_TEXT } from "#app/features/reviews/schema.ts";
import { Review } from "#app/features/reviews/ui/review-list.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/answer.route.ts";

export const middleware = [signedIn];

/** /reviews/:id/answer: the reviewed user's answer to a review (docs/decisions/0048-reviews.md). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const row = await readableReview(params.id);
  if (!can(viewer, "answer", { kind: "review", userId: row.reviewed_user_id }))
    throw new Refused("review_not_yours");
  return { review: presentReview(row, viewer) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const form = await readForm(request, ANSWER_FIELDS, LONGEST_TEXT, 1);
  return submitted(form, answerSchema, async ({ answer }) => {
    await answerReview(viewer, params.id, answer);
    const message = { kind: "success", title: m.ui_success(), description: m.review_answered() } as const;
    return redirect(`${sellerPath(viewer.username)}#review-${params.id}`, {
      headers: flash(new Headers(), message),
    });
  });
}

export function meta() {
  return titled(m.review_answer_title());
}

export default function AnswerPage({ loaderData: { review }, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: answerSchema }),
  });
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.review_answer_title()} />
      <div className="grid gap-6">
        <FormErrors formId={form.id} errors={form.allErrors} />
        <Review review={{ ...review, answerPath: null }} />
        {review.answerPath !== null && (
          <Form
            method="post"
            action={href("/reviews/:id/answer", { id: review.id })}
            id={form.id}
            onSubmit={form.onSubmit}
            noValidate
            className="grid gap-4"
          >
            <TextArea
              id={fields.answer.id}
              name={fields.answer.name}
              label={m.review_answer_label()}
              hint={m.review_answer_hint()}
              defaultValue={fields.answer.initialValue}
              error={fields.answer.errors}
              required
              rows={5}
              maxLength={ANSWER_MAX}
              dir="auto"
              autoFocus={actionData !== undefined}
            />
            <FormButtons send={m.review_answer_send()} cancel={href("/profile/reviews")} />
          </Form>
        )}
      </div>
    </div>
  );
}
