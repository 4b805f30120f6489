import { useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";

interface Answer {
  readonly sent: boolean;
  readonly text: string;
}

export function ResendButton({ identifier }: { identifier: string }) {
  const { Form, data, state } = useFetcher<Answer>();
  return (
    <Form method="post" className="mt-3 grid justify-items-start gap-3">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="identifier" value={identifier} />
      <Button type="submit" size="sm" busy={state !== "idle"} busyLabel={m.auth_resending()}>
        {m.auth_resend()}
      </Button>
      {data && <Resent {...data} />}
    </Form>
  );
}

export function Resent({ sent, text }: Answer) {
  return <Alert tone={sent ? "good" : "danger"}>{text}</Alert>;
}
