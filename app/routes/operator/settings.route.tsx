import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ComponentProps } from "react";
import { Form, href, useNavigation } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { formatFigure } from "#app/domain/format.ts";
import { PROMISES } from "#app/domain/promises.ts";
import { fieldOf } from "#app/features/accounts/ui/account-form.tsx";
import { saveSettings } from "#app/features/operator/settings.server.ts";
import { OFFERS_CHOICES, settingsSchema } from "#app/features/operator/settings-schema.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { LOCALES } from "#app/features/shell/canonical.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { operating, operator } from "#app/platform/guards.server.ts";
import { storedSettings } from "#app/platform/settings.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/settings.route.ts";

export const middleware = [operating];

/** /operator/settings: what operators change without a restart (docs/decisions/0108-operator.md). */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  const stored = await settingsTexts();
  return {
    stored,
    loaded: loadedWith(stored),
    defaults: { offers: env().offers, percent: env().offerPercent, fee: PROMISES.sellingFee.percent },
  };
}

/** The fields of the form as they are stored. */
async function settingsTexts() {
  const { offers, offerPercent, feePercent, banner, bannerUntil } = await storedSettings();
  const texts = LOCALES.map(({ locale }) => [locale, banner[locale] ?? ""]);
  return {
    offers: offers === null ? "default" : offers ? "on" : "off",
    percent: offerPercent === null ? "" : String(offerPercent),
    fee: feePercent === null ? "" : formatFigure(feePercent, getLocale()),
    until: bannerUntil ?? "",
    ...(Object.fromEntries(texts) as Record<Locale, string>),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(operator),
    schema: settingsSchema,
    stored: settingsTexts,
    command: async (input, viewer) => {
      await saveSettings(viewer, input);
      return { to: href("/operator/settings"), toast: { title: m.settings_saved() } };
    },
  });
}

export function meta() {
  return titled(operatorTitle("settings"));
}

type SettingsFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData">;

export default function SettingsPage(props: SettingsFormProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="settings" />
      {/* A new key restarts the form with what was saved. */}
      <SettingsForm key={props.loaderData.loaded} {...props} />
    </div>
  );
}

function SettingsForm({ loaderData: { stored, loaded, defaults }, actionData }: SettingsFormProps) {
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    defaultValue: stored,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: settingsSchema }),
  });
  const busy = useNavigation().formMethod === "POST";
  const onOrOff = (on: boolean) => (on ? m.settings_on() : m.settings_off());
  const labels = {
    default: m.settings_default({ value: onOrOff(defaults.offers) }),
    on: onOrOff(true),
    off: onOrOff(false),
  };
  const fieldLabels: Readonly<Record<string, string>> = {
    offers: m.settings_offers_label(),
    percent: m.settings_percent(),
    fee: m.settings_fee_label(),
    until: m.settings_until(),
    ...Object.fromEntries(LOCALES.map(({ locale, label }) => [locale, label])),
  };
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-10">
      <FormErrors formId={form.id} errors={form.allErrors} />
      <input type="hidden" name="loaded" value={String(actionData?.result?.initialValue?.loaded ?? loaded)} />
      <EditConflicts
        conflicts={actionData?.conflicts ?? []}
        labelOf={(name) => fieldLabels[name] ?? name}
        textOf={(name, value) => (name === "offers" && labels[value as keyof typeof labels]) || value}
      />
      <section aria-labelledby="offers" className="grid gap-5">
        <SectionHeading id="offers" title={m.settings_offers()} />
        <SelectField
          id={fields.offers.id}
          name="offers"
          label={m.settings_offers_label()}
          options={OFFERS_CHOICES.map((value) => ({ value, label: labels[value] }))}
          defaultValue={fields.offers.initialValue}
          error={fields.offers.errors}
        />
        <PercentField
          {...fieldOf(fields.percent, "text")}
          label={m.settings_percent()}
          hint={m.settings_percent_hint({ percent: defaults.percent })}
        />
      </section>
      <section aria-labelledby="fee" className="grid gap-5">
        <SectionHeading id="fee" title={m.settings_fee()} />
        <PercentField
          {...fieldOf(fields.fee, "text")}
          inputMode="decimal"
          label={m.settings_fee_label()}
          hint={m.settings_fee_hint({ percent: defaults.fee })}
        />
      </section>
      <section aria-labelledby="banner" className="grid gap-5">
        <SectionHeading id="banner" title={m.settings_banner()} />
        <p className="text-soft">{m.settings_banner_hint()}</p>
        {LOCALES.map(({ locale, label }) => (
          <TextField
            key={locale}
            {...fieldOf(fields[locale], "text")}
            label={label}
            lang={locale}
            dir="auto"
            optional
            autoComplete="off"
          />
        ))}
        <TextField {...fieldOf(fields.until, "text")} type="date" label={m.settings_until()} optional />
      </section>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {m.settings_save()}
        </Button>
      </div>
    </Form>
  );
}

function PercentField(props: ComponentProps<typeof TextField>) {
  return <TextField inputMode="numeric" {...props} suffix="%" optional autoComplete="off" />;
}
