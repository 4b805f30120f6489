import { Form, href, useNavigation, useSearchParams, useSubmit } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Question, useQuestion } from "#app/ui/question.tsx";

const HERE = href("/profile/security");
const ASK = "sign-out";

/** Asks before signing out on every device: in a dialog, or on a page of its own without JavaScript. */
export function SignOutEverywhere() {
  const { open, setOpen, ask } = useQuestion();
  const [search] = useSearchParams();
  const submit = useSubmit();
  const busy = useNavigation().formData?.get("scope") === "global";
  const label = m.security_sign_out_everywhere();
  if (search.has(ASK))
    return (
      <Question id={ASK} title={m.security_sign_out_title()} text={m.security_sign_out_text()}>
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
      </Question>
    );
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
        <LinkButton to={`${HERE}?${ASK}#${ASK}`} variant="danger" size="sm" onClick={ask}>
          {label}
        </LinkButton>
      }
    />
  );
}
