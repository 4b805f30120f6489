import { useForm } from "@conform-to/react";
import { Form, href, useNavigation } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { presentSignals } from "#app/features/moderation/records/present.server.ts";
import { signalOutcomes } from "#app/features/moderation/records/queries.server.ts";
import { SIGNAL_NAMES, SIGNALS, signalText } from "#app/features/moderation/signals/definitions.ts";
import { signalsSchema, thresholdField } from "#app/features/moderation/signals/schema.ts";
import { saveSignals, signalSettings } from "#app/features/moderation/signals/settings.server.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { m } from "#app/paraglide/messages.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/signals.route.ts";

export const middleware = [operating];

/** /operator/signals: what the program reports by itself, and what came of it (docs/decisions/0100-signals.md). */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  const [stored, outcomes] = await Promise.all([signalTexts(), signalOutcomes()]);
  return { stored, loaded: loadedWith(stored), outcomes: presentSignals(outcomes) };
}

/** The fields of the form as they are stored. */
async function signalTexts(): Promise<Record<string, string>> {
  const settings = await signalSettings();
  const fields = SIGNAL_NAMES.flatMap((name) => {
    const { on, threshold } = settings[name];
    return [
      [name, on ? "on" : "off"],
      [thresholdField(name), threshold === null ? "" : String(threshold)],
    ] as const;
  });
  return Object.fromEntries(fields);
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(operator),
    schema: signalsSchema,
    coerces: false,
    stored: signalTexts,
    command: async (input, viewer) => {
      await saveSignals(viewer, input);
      return { to: href("/operator/signals"), toast: { title: m.settings_saved() } };
    },
  });
}

export function meta() {
  return titled(operatorTitle("signals"));
}

type SignalsFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData">;

export default function SignalsPage(props: SignalsFormProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="signals" />
      <p className="mb-10 text-pretty text-soft">{m.signals_lead()}</p>
      {/* A new key restarts the form with what was saved. */}
      <SignalsForm key={props.loaderData.loaded} {...props} />
    </div>
  );
}

function SignalsForm({ loaderData: { stored, loaded, outcomes }, actionData }: SignalsFormProps) {
  const [form, fields] = useForm<Record<string, string>>({
    lastResult: actionData?.result,
    defaultValue: stored,
  });
  const busy = useNavigation().formMethod === "POST";
  const states = { on: m.signals_on(), off: m.signals_off() };
  const labelOf = (name: string) =>
    signalText(SIGNAL_NAMES.find((signal) => name.startsWith(signal)) ?? name);
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-10">
      <FormErrors formId={form.id} errors={form.allErrors} />
      <input type="hidden" name="loaded" value={String(actionData?.result?.initialValue?.loaded ?? loaded)} />
      <EditConflicts
        conflicts={actionData?.conflicts ?? []}
        labelOf={labelOf}
        textOf={(_, value) => states[value as keyof typeof states] ?? value}
      />
      {SIGNAL_NAMES.map((name) => {
        const { label, ...bounds } = SIGNALS[name].threshold;
        const threshold = fields[thresholdField(name)];
        return (
          <section key={name} aria-labelledby={`title-${name}`} className="grid gap-4">
            <div>
              <SectionHeading id={`title-${name}`} title={SIGNALS[name].text()} />
              <p className="mt-1 text-soft tabular-nums">{outcomes[name]}</p>
            </div>
            <div className="grid items-end gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <SelectField
                id={fields[name]?.id}
                name={name}
                label={m.signals_switch()}
                options={(["on", "off"] as const).map((value) => ({ value, label: states[value] }))}
                defaultValue={fields[name]?.initialValue}
                error={fields[name]?.errors}
              />
              <TextField
                id={threshold?.id}
                name={thresholdField(name)}
                defaultValue={threshold?.initialValue}
                error={threshold?.errors}
                label={label()}
                hint={m.signals_bounds(bounds)}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          </section>
        );
      })}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {m.settings_save()}
        </Button>
      </div>
    </Form>
  );
}
