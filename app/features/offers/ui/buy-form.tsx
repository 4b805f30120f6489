import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { buySchema } from "../schema.ts";
import type { BuyStart } from "../view.ts";
import type { StartedFormProps } from "./offer-form.tsx";

/** The form of Buy Now, on its page and in its sheet. */
export function BuyForm({ start, Form, result, draft, onInput, children }: StartedFormProps<BuyStart>) {
  const [form, fields] = useForm({
    lastResult: result,
    defaultValue: { pieces: "1", ...draft },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: buySchema }),
  });
  return (
    <Form
      method="post"
      action={`${href("/buy")}?listing=${start.listing}`}
      id={form.id}
      onSubmit={form.onSubmit}
      onInput={onInput}
      noValidate
      className="grid gap-5"
    >
      <FormErrors formId={form.id} errors={form.allErrors} />
      <input type="hidden" name="listing" value={start.listing} />
      <input type="hidden" name="deal" value={start.dealId} />
      <input type="hidden" name="cents" value={start.priceCents} />
      {start.left > 1 && (
        <TextField
          id={fields.pieces.id}
          name={fields.pieces.name}
          label={m.deal_pieces()}
          hint={m.buy_pieces_left({ price: start.price, count: start.left })}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={fields.pieces.initialValue}
          error={fields.pieces.errors}
          className="max-w-xs"
        />
      )}
      {children}
    </Form>
  );
}
