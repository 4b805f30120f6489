import { Form, useNavigation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";

/** One button that has the verification link of a known account sent again. */
export function ResendButton({ identifier }: { identifier: string }) {
  const busy = useNavigation().formAction?.includes("/auth/verify") ?? false;
  return (
    <Form method="post" action="/auth/verify" className="mt-3">
      <input type="hidden" name="identifier" value={identifier} />
      <Button type="submit" size="sm" busy={busy} busyLabel={m.auth_resending()}>
        {m.auth_resend()}
      </Button>
    </Form>
  );
}
