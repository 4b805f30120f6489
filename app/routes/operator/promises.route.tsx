import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, useNavigation } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { formatFigure } from "#app/domain/format.ts";
import { PROMISES, SWITCHED_PROMISES, type SwitchedPromise } from "#app/domain/promises.ts";
import { meaningField, PROMISE_CHOICES, promisesSchema } from "#app/features/operator/promises-schema.ts";
import { savePromises } from "#app/features/operator/settings.server.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { LOCALES } from "#app/features/shell/canonical.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { promisesByDefault, type StoredSettings, storedSettings } from "#app/platform/settings.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/promises.route.ts";

export const middleware = [operating];

/** /operator/promises: what the shop promises, and what that means (docs/decisions/0140-promises-of-operators.md). */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  const { promises, feePercent } = await storedSettings();
  const stored = promisesTexts(promises);
  return {
    stored,
    loaded: loadedWith(stored),
    byDefault: promisesByDefault(),
    fee: feePercent ?? PROMISES.sellingFee.percent,
  };
}

/** The fields of the form as they are stored. */
function promisesTexts(promises: StoredSettings["promises"]): Record<string, string> {
  const fields = SWITCHED_PROMISES.flatMap((promise) => {
    const { on, texts = {} } = promises[promise] ?? {};
    return [
      [promise, on === undefined ? "default" : on ? "on" : "off"],
      ...LOCALES.map(({ locale }) => [meaningField(promise, locale), texts[locale] ?? ""]),
    ] as const;
  });
  return Object.fromEntries(fields);
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(operator),
    schema: promisesSchema,
    stored: async () => promisesTexts((await storedSettings()).promises),
    command: async (input, viewer) => {
      await savePromises(viewer, input);
      return { to: href("/operator/promises"), toast: { title: m.settings_saved() } };
    },
  });
}

export function meta() {
  return titled(operatorTitle("promises"));
}

type PromisesFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData">;

export default function PromisesPage(props: PromisesFormProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="promises" />
      {/* A new key restarts the form with what was saved. */}
      <PromisesForm key={props.loaderData.loaded} {...props} />
    </div>
  );
}

function PromisesForm({ loaderData, actionData }: PromisesFormProps) {
  const { stored, loaded, byDefault, fee } = loaderData;
  const [form, fields] = useForm<Record<string, string>>({
    lastResult: actionData?.result,
    defaultValue: stored,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: promisesSchema }) as never,
  });
  const busy = useNavigation().formMethod === "POST";
  const onOrOff = (on: boolean) => (on ? m.settings_on() : m.settings_off());
  const labels = {
    default: m.settings_default({ value: onOrOff(byDefault) }),
    on: onOrOff(true),
    off: onOrOff(false),
  };
  const titles: Readonly<Record<SwitchedPromise, string>> = {
    returns: m.home_returns(PROMISES.returns),
    firstOrder: `${m.home_first_off({ percent: PROMISES.firstOrder.percent })} ${PROMISES.firstOrder.code}`,
    firstListing: m.home_first_fees(),
    sellingFee: m.home_earn_fee({ percent: formatFigure(fee, getLocale()) }),
  };
  const meaningLabel = (name: string) => {
    const promise = SWITCHED_PROMISES.find((one) => name.startsWith(one));
    const language = LOCALES.find(({ locale }) => name.endsWith(`-${locale}`))?.label;
    return [promise ? titles[promise] : name, ...(language ? [language] : [])].join(" · ");
  };
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-10">
      <FormErrors formId={form.id} errors={form.allErrors} />
      <input type="hidden" name="loaded" value={String(actionData?.result?.initialValue?.loaded ?? loaded)} />
      <EditConflicts
        conflicts={actionData?.conflicts ?? []}
        labelOf={meaningLabel}
        textOf={(_, value) => labels[value as keyof typeof labels] ?? value}
      />
      <p className="text-soft">{m.promises_hint()}</p>
      {SWITCHED_PROMISES.map((promise) => (
        <section key={promise} aria-labelledby={`title-${promise}`} className="grid gap-5">
          <SectionHeading id={`title-${promise}`} title={titles[promise]} />
          <SelectField
            id={fields[promise]?.id}
            name={promise}
            label={m.promises_made()}
            options={PROMISE_CHOICES.map((value) => ({ value, label: labels[value] }))}
            defaultValue={fields[promise]?.initialValue}
            error={fields[promise]?.errors}
          />
          <p className="font-semibold">{m.promises_meaning()}</p>
          {LOCALES.map(({ locale, label }) => {
            const field = fields[meaningField(promise, locale)];
            return (
              <TextArea
                key={locale}
                id={field?.id}
                name={meaningField(promise, locale)}
                defaultValue={field?.initialValue}
                error={field?.errors}
                label={label}
                lang={locale}
                dir="auto"
                rows={2}
                optional
              />
            );
          })}
        </section>
      ))}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {m.settings_save()}
        </Button>
      </div>
    </Form>
  );
}
