import { Form } from "react-router";
import { ModelInput } from "#app/features/models/ui/model-input.tsx";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";

interface AddModelProps {
  readonly type: string;
  readonly slugs: readonly string[];
}

export function AddModel({ type, slugs }: AddModelProps) {
  return (
    <Form method="get" className="flex max-w-xl items-end gap-3">
      {slugs.length > 0 && <input type="hidden" name="with" value={slugs.join(",")} />}
      <ModelInput
        className="min-w-0 flex-1"
        type={type}
        label={m.model_compare_add()}
        hint={m.model_compare_hint()}
        enterKeyHint="go"
        onChosen={(form) => form?.requestSubmit()}
      />
      <Button type="submit" className="shrink-0">
        {m.model_compare_submit()}
      </Button>
    </Form>
  );
}
