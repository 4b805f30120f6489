import { useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { Answer } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";

export function ResendButton({ identifier }: { identifier: string }) {
  const { Form, data, state } = useFetcher<Answer<unknown>>();
  return (
    <Form method="post" className="mt-3 grid justify-items-start gap-3">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="identifier" value={identifier} />
      <Button type="submit" size="sm" busy={state !== "idle"} busyLabel={m.auth_resending()}>
        {m.auth_resend()}
      </Button>
      {data && <Resent answer={data} />}
    </Form>
  );
}

export function Resent({ answer }: { answer: Answer<unknown> }) {
  return <Alert tone={answer.ok ? "good" : "danger"}>{answer.ok ? m.auth_resent() : answer.message}</Alert>;
}
