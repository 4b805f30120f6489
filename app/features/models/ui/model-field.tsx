import { useState } from "react";
import { Form, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { type Combobox, comboboxProps } from "#app/ui/combobox.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useSyncedInput } from "#app/ui/use-synced-state.ts";
import type { ModelQuestion, ModelSuggestion } from "../view.ts";

const ModelSuggestions = lazyLoad(async () => (await import("./model-suggestions.tsx")).ModelSuggestions);

interface ModelFieldProps {
  readonly question: ModelQuestion;
  readonly chosen: ModelSuggestion | null;
  readonly text: string;
  /** `model` is null when the text was changed. */
  readonly onChange: (model: ModelSuggestion | null, text: string) => void;
}

/** Asks which model the seller sells, and then says which model filled in the form. It works without JavaScript. */
export function ModelField({ question, chosen, text, onChange }: ModelFieldProps) {
  // A draft changes the text, unless the seller has already typed another one.
  const input = useSyncedInput(text);
  const hydrated = useHydrated();
  const [focused, setFocused] = useState(false);
  const [combobox, setCombobox] = useState<Combobox>();
  const unknown = chosen === null && question.text !== "" && text === question.text;
  return (
    <Form
      method="get"
      // With JavaScript the seller chooses from the list, so the form is never sent.
      onSubmit={(event) => event.preventDefault()}
      className="mb-8 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      {question.like !== null && <input type="hidden" name="like" value={question.like} />}
      <div className="relative flex items-end">
        <TextField
          ref={input}
          className="min-w-0 flex-1"
          label={question.label}
          optional
          hint={m.model_hint()}
          name="model"
          defaultValue={text}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="done"
          onFocus={() => setFocused(true)}
          onInput={(event) => {
            // The focus may be older than the handler of it.
            setFocused(true);
            onChange(null, event.currentTarget.value);
          }}
          {...comboboxProps(combobox)}
        />
        {!hydrated && (
          <div className="script-fallback shrink-0">
            <Button type="submit" className="ml-3">
              {m.model_fill()}
            </Button>
          </div>
        )}
        {focused && (
          <ModelSuggestions
            type={question.type}
            input={input}
            onChange={setCombobox}
            onChoose={(model) => onChange(model, model.title)}
          />
        )}
      </div>
      <p role="status" className="text-sm">
        {chosen && (
          <span className="mt-2 block">{question.filled.replace("{model}", () => chosen.title)}</span>
        )}
        {unknown && <span className="mt-2 block">{m.model_unknown()}</span>}
      </p>
      {!chosen && (
        <p className="mt-2 text-sm">
          <Link
            to={question.index.href}
            target="_blank"
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4 sm:min-h-6"
          >
            {question.index.label}
          </Link>
        </p>
      )}
      {chosen && <p className="mt-1 text-soft text-xs">{m.model_credit()}</p>}
    </Form>
  );
}
