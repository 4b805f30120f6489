import { useNavigation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "./button.tsx";

interface FormButtonsProps {
  /** The text of the button that sends the form. */
  readonly send: string;
  /** The path of the page that Cancel opens. */
  readonly cancel: string;
}

/** The buttons below the only form of a page: to send it, and to leave the page. */
export function FormButtons({ send, cancel }: FormButtonsProps) {
  const { formMethod, state } = useNavigation();
  return (
    <div className="flex flex-wrap gap-3">
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
