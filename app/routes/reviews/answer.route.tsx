import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href } from "react-router";
import { can } from "#app/domain/policies.ts";
import { sellerPath } from "#app/domain/username.ts";
import { answerReview, readableReview } from "#app/features/reviews/commands.server.ts";
import { presentReview } from "#app/features/reviews/present.server.ts";
import { ANSWER_MAX } from "#app/features/reviews/rules.ts";
import { reviewAnswerSchema } from "#app/features/reviews/schema.ts";
import { Review } from "#app/features/reviews/ui/review-list.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
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

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: reviewAnswerSchema,
    command: async ({ answer }, viewer) => {
      await answerReview(viewer, params.id, answer);
      const toast = { title: m.ui_success(), description: m.review_answered() };
      return { to: `${sellerPath(viewer.username)}#review-${params.id}`, toast };
    },
  });
}

export function meta() {
  return titled(m.review_answer_title());
}

export default function AnswerPage({ loaderData: { review }, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: reviewAnswerSchema }),
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
