import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { fieldOf, firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { HOURS } from "../rules.ts";
import { FEED_FIELDS, feedSchema } from "../schema.ts";
import type { FeedView } from "../view.ts";

const LABELS: Readonly<Record<string, () => string>> = {
  url: m.feed_url,
  every_hours: m.feed_hours,
  username: m.feed_username,
  password: m.feed_password,
};

const NEW = { url: "", every_hours: "6", username: "", password: "" };

function textsOf({ url, everyHours, username }: FeedView): typeof NEW {
  return { url, every_hours: String(everyHours), username: username ?? "", password: "" };
}

interface FeedFieldsProps {
  /** Null for a new one. */
  readonly feed: FeedView | null;
  readonly answer: Answer | undefined;
  readonly send: string;
  readonly cancel: string;
}

/** The form of a new feed, or of the address and the times of one. */
export function FeedFields({ feed, answer, send, cancel }: FeedFieldsProps) {
  const [form, fields] = useForm({
    lastResult: answer?.result,
    defaultValue: feed ? textsOf(feed) : NEW,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: feedSchema }),
  });
  const fault = firstFormFault(answer?.result, FEED_FIELDS);
  const field = (name: (typeof FEED_FIELDS)[number]) => ({
    ...fieldOf(fields[name], "text"),
    autoFocus: fault === name,
  });
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="save" />
      <FormErrors
        formId={form.id}
        errors={form.allErrors}
        textOf={(name, texts) => `${LABELS[name]?.() ?? name}: ${texts.join(" ")}`}
      />
      <TextField
        {...field("url")}
        type="url"
        label={m.feed_url()}
        hint={m.feed_url_hint()}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextField
        {...field("every_hours")}
        label={m.feed_hours()}
        hint={m.feed_hours_hint(HOURS)}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field("username")}
          label={m.feed_username()}
          autoComplete="off"
          spellCheck={false}
          optional
        />
        <TextField
          {...field("password")}
          type="password"
          label={m.feed_password()}
          hint={feed?.hasPassword ? m.feed_password_stored() : m.feed_password_hint()}
          autoComplete="off"
          optional
        />
      </div>
      <FormButtons send={send} cancel={cancel} />
    </Form>
  );
}
