import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { firstCodeSchema } from "../../codes-schema.ts";
import { fieldOf } from "../../ui/account-form.tsx";
import { CodeField } from "../../ui/code-field.tsx";

export function StartEnrolment({ busy }: { busy: boolean }) {
  return (
    <Form method="post" className="grid justify-items-start gap-5">
      <input type="hidden" name="intent" value="start" />
      <p>{m.factor_app()}</p>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {m.factor_start()}
      </Button>
    </Form>
  );
}

type Enrolment = { uri: string; secret: string; qr: { size: number; path: string } };

export function Enrol({
  enrolment: { uri, secret, qr },
  result,
  busy,
}: {
  enrolment: Enrolment;
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: firstCodeSchema }),
  });
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <h2 className="font-semibold">{m.factor_scan()}</h2>
        {/* Black on white in any theme, because cameras need the contrast. */}
        <svg
          role="img"
          aria-label={m.factor_qr()}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          className="w-full max-w-56 rounded-sm border border-line"
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" />
        </svg>
        <p>
          <a href={uri} className="text-link underline underline-offset-2">
            {m.factor_open_app()}
          </a>
        </p>
        <p className="text-soft">{m.factor_type()}</p>
        <p
          translate="no"
          className="select-all rounded-sm bg-sunken px-3.5 py-2.5 font-mono text-[0.9375rem]"
        >
          {secret}
        </p>
      </section>
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="grid gap-4 border-line border-t pt-6"
      >
        <input type="hidden" name="intent" value="switch-on" />
        <h2 className="font-semibold">{m.factor_then()}</h2>
        <FormErrors formId={form.id} errors={form.allErrors} />
        {/* No autofocus at first: it would scroll the QR code out of a small screen. */}
        <CodeField {...fieldOf(fields.code, "text")} autoFocus={result?.status === "error"} />
        <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.factor_switching_on()}>
          {m.factor_switch_on()}
        </Button>
      </Form>
    </div>
  );
}

export function Manage({ intent }: { intent: FormDataEntryValue | null }) {
  return (
    <div className="grid gap-5">
      <Form method="post" className="grid justify-items-start gap-2.5">
        <input type="hidden" name="intent" value="codes" />
        <p className="text-soft">{m.factor_new_codes_text()}</p>
        <Button type="submit" busy={intent === "codes"}>
          {m.factor_new_codes()}
        </Button>
      </Form>
      <Form method="post" className="grid justify-items-start gap-2.5 border-line border-t pt-5">
        <input type="hidden" name="intent" value="switch-off" />
        <p className="text-soft">{m.factor_switch_off_text()}</p>
        <Button type="submit" variant="danger" busy={intent === "switch-off"}>
          {m.factor_switch_off()}
        </Button>
      </Form>
    </div>
  );
}
