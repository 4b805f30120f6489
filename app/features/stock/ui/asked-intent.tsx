import type { ReactNode } from "react";
import { useHref, useSearchParams } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Question, useQuestion } from "#app/ui/question.tsx";
import { type UploadIntent, uploadPagePath, uploadPath } from "../upload/view.ts";

interface IntentFormProps {
  readonly id: string;
  readonly intent: UploadIntent;
  /** Instead of the form, which is sent without JavaScript. */
  readonly onSend: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that changes an upload. */
export function IntentForm({ id, intent, onSend, className, children }: IntentFormProps) {
  const action = useHref(uploadPath(id));
  return (
    <form
      method="post"
      action={action}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
    </form>
  );
}

interface AskedIntentProps extends Omit<IntentFormProps, "children" | "className"> {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly busy: boolean;
  readonly variant?: "secondary" | "ghost";
}

/** Asks before it changes an upload: in a dialog, or on the upload's page without JavaScript. */
export function AskedIntent({ id, intent, onSend, label, title, text, busy, variant }: AskedIntentProps) {
  const { open, setOpen, ask } = useQuestion();
  const [search] = useSearchParams();
  if (search.get("ask") === intent)
    return (
      <Question id="ask" title={title} text={text}>
        <IntentForm
          {...{ id, intent, onSend }}
          className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end"
        >
          <LinkButton to={uploadPagePath(id)} preventScrollReset>
            {m.ui_cancel()}
          </LinkButton>
          <Button type="submit" variant="danger" busy={busy}>
            {label}
          </Button>
        </IntentForm>
      </Question>
    );
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      title={title}
      description={text}
      confirmLabel={label}
      onConfirm={() => {
        setOpen(false);
        onSend();
      }}
      trigger={
        <LinkButton to={`${uploadPagePath(id)}&ask=${intent}#ask`} variant={variant} onClick={ask}>
          {label}
        </LinkButton>
      }
    />
  );
}
