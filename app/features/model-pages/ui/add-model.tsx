import { useRef, useState } from "react";
import { Form } from "react-router";
import { ModelSuggestions } from "#app/features/models/ui/model-suggestions.tsx";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { type Combobox, comboboxProps } from "#app/ui/combobox.ts";
import { TextField } from "#app/ui/text-field.tsx";

interface AddModelProps {
  readonly type: string;
  /** The models that are compared already. */
  readonly slugs: readonly string[];
}

/** Adds a model to the comparison. Without JavaScript, the server takes the model that the text means. */
export function AddModel({ type, slugs }: AddModelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [combobox, setCombobox] = useState<Combobox>();
  return (
    <Form method="get" className="relative flex max-w-xl items-end gap-3">
      {slugs.map((slug) => (
        <input key={slug} type="hidden" name="model" value={slug} />
      ))}
      <TextField
        ref={input}
        className="min-w-0 flex-1"
        label={m.model_compare_add()}
        hint={m.model_compare_hint()}
        name="model"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="go"
        required
        {...comboboxProps(combobox)}
      />
      <Button type="submit" className="shrink-0">
        {m.model_compare_submit()}
      </Button>
      <ModelSuggestions
        type={type}
        input={input}
        onChange={setCombobox}
        onChoose={() => input.current?.form?.requestSubmit()}
      />
    </Form>
  );
}
