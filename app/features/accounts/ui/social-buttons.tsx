import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import type { Provider } from "../schema.ts";

interface SocialButtonsProps {
  readonly buttons: readonly { readonly provider: Provider; readonly name: string }[];
  readonly busy: string | null;
  /** Whether the form follows the buttons, instead of standing before them. */
  readonly above?: boolean;
}

/** A button "Continue with …" for each of these providers, and a line between them and the form. */
export function SocialButtons({ buttons, busy, above = false }: SocialButtonsProps) {
  if (buttons.length === 0) return null;
  const line = (
    <p className="my-5 flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {m.auth_or()}
    </p>
  );
  return (
    <>
      {!above && line}
      <Form method="post" className="grid gap-2.5">
        <input type="hidden" name="intent" value="social" />
        {buttons.map(({ provider, name }) => (
          <Button
            key={provider}
            type="submit"
            name="provider"
            value={provider}
            busy={busy === provider}
            icon={<ProviderMark provider={provider} />}
            className="w-full"
          >
            {m.auth_continue_with({ provider: name })}
          </Button>
        ))}
      </Form>
      {above && line}
    </>
  );
}

/** A provider's logo, in the colours that it requires. The organisation's issuer has a general icon. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return MARKS[provider];
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      {children}
    </svg>
  );
}

const MARKS: Record<Provider, ReactNode> = {
  facebook: (
    <Mark>
      <path
        fill="#1877f2"
        d="M24 12a12 12 0 1 0-13.9 11.9v-8.4H7.1V12h3V9.4c0-3 1.8-4.7 4.5-4.7 1.3 0 2.7.2 2.7.2v3h-1.5c-1.5 0-2 .9-2 1.9V12h3.4l-.5 3.5h-2.8v8.4A12 12 0 0 0 24 12Z"
      />
    </Mark>
  ),
  google: (
    <Mark>
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.9-.1-1.5-.2-2.2H12v4.3h6.6a5.8 5.8 0 0 1-2.4 3.8v3.1h3.9a11.9 11.9 0 0 0 3.4-9Z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.2 0 6-1.1 8-2.9l-3.8-3.1a7.3 7.3 0 0 1-11-3.8h-4v3.2A12 12 0 0 0 12 24Z"
      />
      <path fill="#fbbc05" d="M5.2 14.2a7.2 7.2 0 0 1 0-4.6V6.5h-4a12 12 0 0 0 0 10.9l4-3.2Z" />
      <path
        fill="#ea4335"
        d="M12 4.8c1.8 0 3.3.6 4.6 1.8l3.4-3.4A12 12 0 0 0 1.3 6.5l4 3.1A7.2 7.2 0 0 1 12 4.8Z"
      />
    </Mark>
  ),
  apple: (
    <Mark>
      <path
        fill="currentColor"
        d="M17.1 12.7c0-2.5 2-3.7 2.1-3.8a4.6 4.6 0 0 0-3.6-1.9c-1.5-.2-3 .9-3.7.9-.8 0-2-.9-3.2-.9a4.7 4.7 0 0 0-4 2.5c-1.7 3-.4 7.4 1.2 9.8.9 1.2 1.8 2.5 3.1 2.4 1.3 0 1.7-.8 3.2-.8s1.9.8 3.2.8c1.3 0 2.2-1.2 3-2.4.9-1.4 1.3-2.7 1.3-2.8 0 0-2.6-1-2.6-3.8ZM14.7 5.5c.7-.8 1.1-2 1-3.1-1 0-2.2.7-2.9 1.5-.6.7-1.2 1.9-1 3 1.1.1 2.2-.6 2.9-1.4Z"
      />
    </Mark>
  ),
  oidc: <Building2 aria-hidden="true" className="size-5 shrink-0" />,
};
