import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { SOUGHT_MAX } from "../schema.ts";

/** The form that finds a person by username or email address. `sought` is what was not found. */
export function PersonSearch({ sought }: { readonly sought: string }) {
  return (
    <>
      <Form role="search" className="mb-8 flex flex-wrap items-end gap-3">
        <TextField
          key={sought}
          id="q"
          name="q"
          label={m.staff_who()}
          hint={m.operator_people_logged()}
          defaultValue={sought}
          autoComplete="off"
          maxLength={SOUGHT_MAX}
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="primary">
          {m.operator_people_find()}
        </Button>
      </Form>
      {sought !== "" && <Alert tone="notice">{m.operator_people_none()}</Alert>}
    </>
  );
}
