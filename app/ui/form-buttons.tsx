import { Form, Link, useNavigation } from "react-router";
import { excelPath } from "#app/domain/csv-format.ts";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "./button.tsx";

interface FormButtonsProps {
  readonly send: string;
  readonly cancel: string;
}

/** Only for a page with one form. */
export function FormButtons({ send, cancel }: FormButtonsProps) {
  const { formMethod, state } = useNavigation();
  return (
    <div className="button-column">
      <Button
        type="submit"
        variant="primary"
        busy={state !== "idle" && formMethod === "POST"}
        busyLabel={m.review_sending()}
      >
        {send}
      </Button>
      <LinkButton to={cancel}>{m.ui_cancel()}</LinkButton>
    </div>
  );
}

/** A link to the variant of the CSV download `to` that Excel opens in Europe: with semicolons and decimal commas. */
export function ExcelLink({ to, onClick }: { to: string; onClick?: () => void }) {
  return (
    <Link to={excelPath(to)} reloadDocument download onClick={onClick} className="text-link">
      {m.csv_for_excel()}
    </Link>
  );
}

/** A form that is one button: an action with the field `intent`. */
export function IntentButton<Intent extends string>({
  intent,
  children,
  variant,
}: {
  readonly intent: Intent;
  readonly children: string;
  readonly variant?: "primary" | "danger";
}) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" {...(variant && { variant })}>
        {children}
      </Button>
    </Form>
  );
}
