import { useForm } from "@conform-to/react";
import { Form, href } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { DECISION_WORDS_MAX, RULES } from "#app/features/moderation/cases/rules.ts";
import { RULE_TEXTS } from "#app/features/moderation/cases/texts.server.ts";
import {
  ruleIn,
  saveTemplates,
  templatesOf,
  templatesSchema,
} from "#app/features/moderation/templates/templates.server.ts";
import { LOCALES } from "#app/features/shell/canonical.ts";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/templates.route.ts";

export const middleware = [moderating];

/** /moderation/templates?rule=: the texts of a rule in all languages (docs/decisions/0195-the-desk-of-moderators.md). */
export async function loader({ request, context }: Route.LoaderArgs) {
  await context.get(moderator);
  const rule = ruleIn(request);
  const stored = await templatesOf(rule);
  return {
    rule,
    stored,
    loaded: loadedWith(stored),
    rules: RULES.map((value) => ({ value, label: RULE_TEXTS[value]() })),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(moderator),
    schema: templatesSchema,
    stored: () => templatesOf(ruleIn(request)),
    command: async (texts, viewer) => {
      const rule = ruleIn(request);
      await saveTemplates(viewer, rule, texts);
      return {
        to: `${href("/moderation/templates")}?rule=${rule}`,
        toast: { title: m.templates_saved() },
      };
    },
  });
}

export function meta() {
  return titled(m.templates_title());
}

export default function TemplatesPage(props: Route.ComponentProps) {
  const { rule, rules, loaded } = props.loaderData;
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.templates_title()}
        lead={m.templates_lead()}
        actions={<LinkButton to={href("/moderation")}>{m.case_to_queue()}</LinkButton>}
      />
      <Form method="get" className="mb-8 flex flex-wrap items-end gap-3">
        <SelectField
          key={rule}
          className="min-w-0 flex-1 basis-64"
          name="rule"
          label={m.templates_rule()}
          options={rules}
          defaultValue={rule}
        />
        <Button type="submit">{m.templates_choose()}</Button>
      </Form>
      {/* A new key restarts the form with what was saved. */}
      <TemplatesForm key={loaded} {...props} />
    </div>
  );
}

function TemplatesForm({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, loaded } = loaderData;
  const [form, fields] = useForm<Record<string, string>>({
    lastResult: actionData?.result,
    defaultValue: stored,
  });
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <FormErrors formId={form.id} errors={form.allErrors} />
      <input type="hidden" name="loaded" value={String(actionData?.result?.initialValue?.loaded ?? loaded)} />
      <EditConflicts
        conflicts={actionData?.conflicts ?? []}
        labelOf={(name) => LOCALES.find(({ locale }) => locale === name)?.label ?? name}
      />
      <p className="text-soft text-sm">{m.templates_hint()}</p>
      {LOCALES.map(({ locale, label }) => (
        <TextArea
          key={locale}
          id={fields[locale]?.id}
          name={locale}
          label={label}
          lang={locale}
          dir="auto"
          defaultValue={fields[locale]?.initialValue as string | undefined}
          error={fields[locale]?.errors}
          rows={4}
          maxLength={DECISION_WORDS_MAX}
        />
      ))}
      <div>
        <Button type="submit" variant="primary">
          {m.templates_save()}
        </Button>
      </div>
    </Form>
  );
}
