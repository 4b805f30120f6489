import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "react-router";
import { firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { StarField } from "#app/ui/star-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { COMMENT_MAX } from "../rules.ts";
import { reviewSchema } from "../schema.ts";
import type { DealReviewView } from "../view.ts";

const words = () => [
  m.review_stars_1(),
  m.review_stars_2(),
  m.review_stars_3(),
  m.review_stars_4(),
  m.review_stars_5(),
];

interface ReviewFormProps {
  readonly deal: DealReviewView;
  readonly name: string;
  readonly result: SubmissionResult<string[]> | undefined;
}

export function ReviewForm({ deal, name, result }: ReviewFormProps) {
  const { state, formData } = useNavigation();
  const sending = state === "idle" ? null : formData?.get("intent");
  const [form, fields] = useForm({
    lastResult: result,
    defaultValue: deal.hidden && { rating: String(deal.hidden.rating), comment: deal.hidden.comment },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: reviewSchema }),
  });
  const fault = firstFormFault(result, ["rating", "comment"]);
  const meanings = words();
  return (
    <>
      <Form
        method="post"
        action={deal.path}
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="grid gap-6"
      >
        <input type="hidden" name="intent" value="write" />
        <FormErrors formId={form.id} errors={form.allErrors} />
        <StarField
          id={fields.rating.id}
          name={fields.rating.name}
          label={m.review_stars({ name })}
          words={meanings}
          labels={meanings.map((word, index) =>
            index === 0 ? m.review_star_label({ word }) : m.review_stars_label({ count: index + 1, word }),
          )}
          defaultValue={fields.rating.initialValue}
          error={fields.rating.errors}
          autoFocus={fault === "rating"}
        />
        <TextArea
          id={fields.comment.id}
          name={fields.comment.name}
          label={m.review_words()}
          optional
          hint={m.review_words_hint()}
          defaultValue={fields.comment.initialValue}
          error={fields.comment.errors}
          rows={6}
          maxLength={COMMENT_MAX}
          dir="auto"
          autoFocus={fault === "comment"}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={sending === "write"}
          busyLabel={m.review_sending()}
          className="justify-self-start"
        >
          {deal.hidden ? m.review_save() : m.review_send()}
        </Button>
      </Form>
      {deal.hidden && (
        <Form method="post" action={deal.path}>
          <input type="hidden" name="intent" value="delete" />
          <Button type="submit" variant="danger" busy={sending === "delete"}>
            {m.review_delete()}
          </Button>
        </Form>
      )}
    </>
  );
}
