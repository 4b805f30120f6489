import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { deleteSchema } from "../../schema.ts";
import { SecurityFrame } from "../../security/ui/security-frame.tsx";
import { AccountForm, fieldOf, firstFormFault } from "../../ui/account-form.tsx";

interface DeletePanelProps {
  readonly username: string;
  /** How many days the username stays reserved. */
  readonly heldDays: number;
  readonly result: SubmissionResult<string[]> | undefined;
  readonly busy: boolean;
  /** What should be done before. */
  readonly children: ReactNode;
}

export function DeletePanel({ username, heldDays, result, busy, children }: DeletePanelProps) {
  const [form, fields] = useForm({
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: deleteSchema(username) }),
  });
  return (
    <SecurityFrame title={m.deletion_title()} lead={m.deletion_lead()}>
      <div className="grid gap-6">
        {children}
        <BulletList
          title={m.deletion_goes()}
          points={[
            m.deletion_goes_profile(),
            m.deletion_goes_listings(),
            m.deletion_goes_lists(),
            m.deletion_goes_ways(),
            m.deletion_goes_reviews(),
          ]}
        />
        <BulletList
          title={m.deletion_stays()}
          points={[
            m.deletion_stays_chats(),
            m.deletion_stays_reviews(),
            m.deletion_stays_name({ days: heldDays }),
          ]}
        />
        <p>
          {m.deletion_first()}{" "}
          <Link to={href("/profile/download")} className="text-link underline underline-offset-2">
            {m.export_title()}
          </Link>
        </p>
        <AccountForm form={form}>
          <TextField
            {...fieldOf(fields.username, "text")}
            label={m.deletion_field({ username })}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={firstFormFault(result, ["username"]) === "username"}
          />
          <Button
            type="submit"
            variant="danger"
            size="lg"
            busy={busy}
            busyLabel={m.deletion_busy()}
            className="justify-self-start"
          >
            {m.deletion_button()}
          </Button>
        </AccountForm>
      </div>
    </SecurityFrame>
  );
}

export function BulletList({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{title}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-soft">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
