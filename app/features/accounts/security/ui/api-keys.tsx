import { useEffect, useRef } from "react";
import { href, Link } from "react-router";
import { EXPIRED_KEPT_DAYS, MAX_KEYS } from "#app/features/api/keys-schema.ts";
import type { Scope } from "#app/features/api/scopes.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { Answer } from "#app/ui/answer.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { ApiKeyForm } from "./api-key-form.tsx";
import { type ApiKey, ApiKeyList } from "./api-key-list.tsx";
import { CopyButton } from "./copy-button.tsx";

/** A key that was just made. No page shows its secret again. */
export interface MadeKey {
  readonly name: string;
  readonly secret: string;
}

interface ApiKeysProps {
  readonly keys: readonly ApiKey[];
  /** The path of the page. */
  readonly here: string;
  /** What a new key may do at first. */
  readonly preset: readonly Scope[];
  readonly answer: Answer<MadeKey | null> | undefined;
}

/** The keys of a person, and the form that makes one. */
export function ApiKeys({ keys, here, preset, answer }: ApiKeysProps) {
  const made = answer?.value;
  const isFull = keys.filter(({ isExpired }) => !isExpired).length >= MAX_KEYS;
  return (
    <>
      {made && <NewSecret {...made} here={here} />}
      {answer?.ok === false && answer.intent !== "make" && (
        <Alert tone="danger" className="mb-6">
          {answer.message}
        </Alert>
      )}
      <section aria-labelledby="keys-list" className="mb-12">
        <SectionHeading id="keys-list" title={m.keys_list()} />
        {keys.length > 0 ? (
          <ApiKeyList keys={keys} here={here} />
        ) : (
          <EmptyState title={m.keys_empty_title()} hint={m.keys_empty_text()} heading="h3" />
        )}
      </section>
      {!made && (
        <section aria-labelledby="keys-new" className="mb-12">
          <SectionHeading id="keys-new" title={m.keys_new()} />
          {isFull ? (
            <p className="text-soft">{m.keys_many({ max: MAX_KEYS })}</p>
          ) : (
            <ApiKeyForm preset={preset} answer={answer?.intent === "make" ? answer : undefined} />
          )}
        </section>
      )}
      <section aria-labelledby="keys-rules">
        <SectionHeading id="keys-rules" title={m.keys_rules()} />
        <ul className="grid list-disc gap-2 pl-5 text-soft">
          <li>{m.keys_rule_secret()}</li>
          <li>{m.keys_rule_stays()}</li>
          <li>{m.keys_rule_suspended()}</li>
          <li>{m.keys_rule_expired({ days: EXPIRED_KEPT_DAYS })}</li>
        </ul>
        <p className="mt-4">
          <Link to={href("/api/docs")} className="text-link underline underline-offset-2">
            {m.api_docs_title()}
          </Link>
        </p>
      </section>
    </>
  );
}

function NewSecret({ name, secret, here }: MadeKey & { readonly here: string }) {
  const panel = useRef<HTMLElement>(null);
  // The form that had the focus is gone.
  useEffect(() => panel.current?.focus(), []);
  return (
    <Panel ref={panel} tabIndex={-1} aria-labelledby="keys-made" className="mb-12 outline-none">
      <h2 id="keys-made" className="text-heading [overflow-wrap:anywhere]">
        {m.keys_made_title({ name })}
      </h2>
      <p className="mt-2">{m.keys_made_once()}</p>
      <p
        translate="no"
        className="my-5 select-all break-all rounded-sm bg-sunken px-3.5 py-2.5 font-mono text-[0.9375rem]"
      >
        {secret}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={secret} />
        <LinkButton to={here} variant="primary">
          {m.keys_stored()}
        </LinkButton>
      </div>
    </Panel>
  );
}
