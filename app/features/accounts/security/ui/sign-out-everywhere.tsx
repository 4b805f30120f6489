import { type MouseEvent, useState } from "react";
import { Form, href, useNavigation, useSearchParams, useSubmit } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";

const HERE = href("/profile/security");
const QUESTION = "sign-out";

/** Asks before signing out on every device: in a dialog, or on a page of its own without JavaScript. */
export function SignOutEverywhere() {
  const [open, setOpen] = useState(false);
  const [search] = useSearchParams();
  const submit = useSubmit();
  const busy = useNavigation().formData?.get("scope") === "global";
  const label = m.security_sign_out_everywhere();
  if (search.has(QUESTION))
    return (
      <section
        id={QUESTION}
        aria-labelledby="sign-out-title"
        className="w-full rounded-md border border-line p-4 sm:p-5"
      >
        <h3 id="sign-out-title" className="font-semibold text-base">
          {m.security_sign_out_title()}
        </h3>
        <p className="mt-1 mb-4 text-soft">{m.security_sign_out_text()}</p>
        <Form
          method="post"
          action={href("/sign-out")}
          className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end"
        >
          <input type="hidden" name="scope" value="global" />
          <LinkButton to={HERE} preventScrollReset>
            {m.ui_cancel()}
          </LinkButton>
          <Button type="submit" variant="danger" busy={busy}>
            {label}
          </Button>
        </Form>
      </section>
    );
  function ask(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setOpen(true);
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      title={m.security_sign_out_title()}
      description={m.security_sign_out_text()}
      confirmLabel={label}
      busy={busy}
      onConfirm={() => submit({ scope: "global" }, { method: "post", action: href("/sign-out") })}
      trigger={
        <LinkButton to={`${HERE}?${QUESTION}#${QUESTION}`} variant="danger" size="sm" onClick={ask}>
          {label}
        </LinkButton>
      }
    />
  );
}
