import { useNavigation } from "react-router";
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
