import { Form, useNavigation, useSearchParams, useSubmit } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Question, useQuestion } from "#app/ui/question.tsx";

/** A key of the API, as its owner sees it. Days are formatted. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The beginning and the end of the secret. */
  readonly hint: string;
  /** What it may do, in words. */
  readonly may: readonly string[];
  readonly origins: readonly string[];
  readonly madeOn: string;
  /** Null: it does not expire. */
  readonly expiresOn: string | null;
  readonly isExpired: boolean;
  readonly use: { readonly on: string; readonly from: string } | null;
}

interface ApiKeyListProps {
  readonly keys: readonly ApiKey[];
  /** The path of the page. */
  readonly here: string;
}

export function ApiKeyList({ keys, here }: ApiKeyListProps) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {keys.map((each) => (
        <KeyLine key={each.id} apiKey={each} here={here} />
      ))}
    </ul>
  );
}

function expiryText({ expiresOn: day, isExpired }: ApiKey): string {
  if (day === null) return m.keys_no_expiry();
  return isExpired ? m.keys_expired({ day }) : m.keys_expires({ day });
}

function KeyLine({ apiKey, here }: { readonly apiKey: ApiKey; readonly here: string }) {
  const { name, hint, may, origins, madeOn, isExpired, use } = apiKey;
  const facts = [
    m.keys_made({ day: madeOn }),
    expiryText(apiKey),
    use ? m.keys_used({ day: use.on, address: use.from }) : m.keys_unused(),
  ];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold">{name}</bdi>
          <code translate="no" className="text-sm text-soft">
            {hint}
          </code>
          {isExpired && <Badge tone="danger">{m.keys_is_expired()}</Badge>}
        </p>
        <p className="mt-1 text-[0.9375rem]">{may.join(" · ")}</p>
        {origins.length > 0 && (
          <p className="mt-1 text-sm text-soft">{m.keys_origins_of({ origins: origins.join(", ") })}</p>
        )}
        <p className="mt-1 text-sm text-soft">{facts.join(" · ")}</p>
      </div>
      <RevokeKey apiKey={apiKey} here={here} />
    </li>
  );
}

/** Asks before a key is revoked: in a dialog, or on the page without JavaScript. */
function RevokeKey({ apiKey: { id, name }, here }: { readonly apiKey: ApiKey; readonly here: string }) {
  const { open, setOpen, ask } = useQuestion();
  const [search] = useSearchParams();
  const submit = useSubmit();
  const busy = useNavigation().formData?.get("id") === id;
  const texts = { title: m.keys_revoke_title({ name }), text: m.keys_revoke_text() };
  const place = `revoke-${id}`;
  if (search.get("revoke") === id)
    return (
      <Question id={place} {...texts}>
        <Form
          method="post"
          action={`${here}?revoke=${id}`}
          className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end"
        >
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="id" value={id} />
          <LinkButton to={here} preventScrollReset>
            {m.ui_cancel()}
          </LinkButton>
          <Button type="submit" variant="danger" busy={busy}>
            {m.keys_revoke()}
          </Button>
        </Form>
      </Question>
    );
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      title={texts.title}
      description={texts.text}
      confirmLabel={m.keys_revoke()}
      busy={busy}
      onConfirm={() => submit({ intent: "revoke", id }, { method: "post", action: here })}
      trigger={
        <LinkButton
          to={`${here}?revoke=${id}#${place}`}
          variant="danger"
          size="sm"
          aria-label={m.keys_revoke_named({ name })}
          onClick={ask}
        >
          {m.keys_revoke()}
        </LinkButton>
      }
    />
  );
}
