import { useForm } from "@conform-to/react";
import { type ChangeEvent, useState } from "react";
import { Form, href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { CheckboxGroup, RadioGroup } from "#app/ui/choice-groups.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { isUntouched, withTemplate } from "../../templates/rules.ts";
import { DECISION_WORDS_MAX } from "../rules.ts";
import type { CaseView } from "../view.ts";
import { initial, type Submitted } from "./case-forms.tsx";

/** The text of a rule in the reasons. A new number starts the field again with the new words. */
interface Inserted {
  readonly nth: number;
  readonly words: string | undefined;
}

const textIn = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? "");

/** Choosing a rule offers its text. What a moderator wrote stays until they insert the text themselves. */
function useTemplates(texts: Readonly<Record<string, string>>, words: string | undefined) {
  const [inserted, setInserted] = useState<Inserted>({ nth: 0, words });
  const insert = (form: HTMLFormElement, onlyUntouched: boolean) => {
    const template = texts[textIn(form, "rule")];
    const typed = textIn(form, "words");
    const all = Object.values(texts);
    if (template === undefined || (onlyUntouched && !isUntouched(typed, all))) return;
    setInserted(({ nth }) => ({ nth: nth + 1, words: withTemplate(typed, template, all) }));
  };
  return { inserted, insert };
}

interface Decidable {
  readonly caseView: Pick<CaseView, "actions" | "besides" | "rules" | "suspensions"> & {
    readonly person: Pick<NonNullable<CaseView["person"]>, "languageHint" | "templateHint"> | null;
    /** In which languages the members of several cases read the words. */
    readonly languageHint?: string | null;
    readonly atHand?: CaseView["atHand"];
    /** Without them, it is about several cases: there is no single reader whose language the texts and a preview have. */
    readonly templates?: CaseView["templates"];
  };
  readonly result: Submitted["result"];
  /** For fields elsewhere on the page. */
  readonly id?: string;
}

export function DecisionForm({ caseView, result, id }: Decidable) {
  const [form, fields] = useForm<Record<string, string>>({
    ...(id !== undefined && { id }),
    lastResult: result,
    shouldRevalidate: "onInput",
  });
  const { action, also, rule, words, suspension, listing } = fields;
  const { person, atHand, besides, templates } = caseView;
  const { inserted, insert } = useTemplates(templates ?? {}, initial(words));
  const listings = besides.length > 0 ? (atHand?.listings ?? []) : [];
  const chosen = listing?.initialValue as string | string[] | undefined;
  return (
    <Form method="post" id={form.id} noValidate preventScrollReset className="grid gap-5">
      <FormErrors formId={form.id} errors={form.allErrors} />
      <RadioGroup
        legend={m.decision_title()}
        id={action?.id}
        name="action"
        choices={caseView.actions}
        chosen={initial(action)}
        error={action?.errors}
        required
      />
      {besides.length > 0 && (
        <SelectField
          id={also?.id}
          name="also"
          label={m.decision_also()}
          placeholder={m.decision_also_none()}
          options={besides}
          defaultValue={initial(also)}
          error={also?.errors}
        />
      )}
      <SelectField
        id={suspension?.id}
        name="suspension"
        label={m.decision_suspension()}
        placeholder={m.decision_suspension_none()}
        options={caseView.suspensions}
        defaultValue={initial(suspension)}
        error={suspension?.errors}
      />
      <SelectField
        id={rule?.id}
        name="rule"
        label={m.decision_rule()}
        placeholder={m.decision_rule_none()}
        options={caseView.rules}
        defaultValue={initial(rule)}
        error={rule?.errors}
        onChange={({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
          if (currentTarget.form) insert(currentTarget.form, true);
        }}
      />
      <TextArea
        key={inserted.nth}
        id={words?.id}
        name="words"
        label={m.decision_words()}
        hint={[m.decision_words_hint(), person?.languageHint ?? caseView.languageHint]
          .filter(Boolean)
          .join(" ")}
        defaultValue={inserted.words ?? ""}
        error={words?.errors}
        rows={7}
        maxLength={DECISION_WORDS_MAX}
        dir="auto"
      />
      {templates && (
        <div className="grid gap-1.5">
          <div>
            <Button
              type="submit"
              name="intent"
              value="template"
              onClick={(event) => {
                const { form: owner } = event.currentTarget;
                if (!owner || textIn(owner, "rule") === "") return;
                event.preventDefault();
                insert(owner, false);
              }}
            >
              {m.decision_template()}
            </Button>
          </div>
          <p className="text-soft text-sm">
            {person && <>{person.templateHint} </>}
            <Link to={href("/moderation/templates")} className="text-link hover:underline">
              {m.templates_title()}
            </Link>
          </p>
        </div>
      )}
      {listings.length > 0 && (
        <details open={chosen !== undefined} className="rounded-lg border border-line bg-surface px-4 py-2">
          <summary className="cursor-pointer py-2 font-semibold">{m.case_listings_also()}</summary>
          <CheckboxGroup
            legend={m.case_listings_also()}
            hideLegend
            hint={m.case_listings_also_hint()}
            name="listing"
            choices={listings.map(({ id, name, price }) => ({ value: id, label: `${name} · ${price}` }))}
            chosen={chosen === undefined ? [] : [chosen].flat()}
            error={listing?.errors}
          />
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        {templates && (
          <Button type="submit" name="intent" value="preview">
            {m.decision_preview()}
          </Button>
        )}
        <Button type="submit" variant="primary" name="intent" value="decide">
          {m.decision_send()}
        </Button>
      </div>
    </Form>
  );
}
