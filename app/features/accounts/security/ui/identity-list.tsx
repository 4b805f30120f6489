import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import type { Provider } from "../../schema.ts";
import { ProviderMark } from "../../ui/social-buttons.tsx";

interface IdentityListProps {
  readonly identities: readonly {
    readonly id: string;
    readonly way: "password" | Provider;
    readonly name: string;
    readonly since: string;
    readonly works: boolean;
    readonly removable: boolean;
  }[];
  readonly missing: readonly { readonly provider: Provider; readonly name: string }[];
  readonly hasPassword: boolean;
  /** The id of the identity, or the provider, whose button was pressed and is busy; empty for none. */
  readonly busy: string;
}

export function IdentityList({ identities, missing, hasPassword, busy }: IdentityListProps) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {identities.map(({ id, way, name, since, works, removable }) => (
        <Row
          key={id}
          icon={way === "password" ? <PasswordMark /> : <ProviderMark provider={way} />}
          name={name}
          state={works ? m.identities_since({ date: since }) : m.identities_off()}
          hint={way !== "password" && !removable ? m.identities_last() : undefined}
        >
          {way === "password" && <PasswordLink label={m.security_password_change()} />}
          {removable && (
            <Form method="post">
              <input type="hidden" name="intent" value="remove" />
              <input type="hidden" name="id" value={id} />
              <Button
                type="submit"
                size="sm"
                busy={busy === id}
                aria-label={m.identities_remove_named({ provider: name })}
              >
                {m.identities_remove()}
              </Button>
            </Form>
          )}
        </Row>
      ))}
      {!hasPassword && (
        <Row icon={<PasswordMark />} name={m.identities_password()} state={m.identities_none()}>
          <PasswordLink label={m.security_password_set()} />
        </Row>
      )}
      {missing.map(({ provider, name }) => (
        <Row
          key={provider}
          icon={<ProviderMark provider={provider} />}
          name={name}
          state={m.identities_none()}
        >
          <Form method="post">
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="provider" value={provider} />
            <Button
              type="submit"
              size="sm"
              busy={busy === provider}
              aria-label={m.identities_add_named({ provider: name })}
            >
              {m.identities_add()}
            </Button>
          </Form>
        </Row>
      ))}
    </ul>
  );
}

function PasswordMark() {
  return <KeyRound aria-hidden="true" className="size-5 shrink-0" />;
}

function PasswordLink({ label }: { label: string }) {
  return (
    <LinkButton to={href("/profile/security/password")} size="sm">
      {label}
    </LinkButton>
  );
}

function Row(row: { icon: ReactNode; name: string; state: string; hint?: string; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      {row.icon}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{row.name}</p>
        <p className="text-sm text-soft">{row.state}</p>
        {row.hint && <p className="mt-1 text-sm text-soft">{row.hint}</p>}
      </div>
      {row.children}
    </li>
  );
}
