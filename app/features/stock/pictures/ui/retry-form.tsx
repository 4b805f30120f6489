import { useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import { PICTURES_PATH } from "../view.ts";

/** `fields` are the hidden inputs that identify a listing or an upload. */
export function RetryForm({
  fields,
  onRetry,
}: {
  readonly fields: Readonly<Record<string, string>>;
  readonly onRetry?: () => void;
}) {
  const fetcher = useFetcher<Answer>();
  useFetcherAnswer(fetcher.data, (answer) => {
    if (answer.ok) onRetry?.();
  });
  return (
    <fetcher.Form method="post" action={PICTURES_PATH}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="sm" busy={fetcher.state !== "idle"}>
        {m.picture_try_again()}
      </Button>
    </fetcher.Form>
  );
}
