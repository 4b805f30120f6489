import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { SecurityFrame } from "../../security/ui/security-frame.tsx";
import { AccountForm } from "../../ui/account-form.tsx";
import { BulletList } from "../../ui/bullet-list.tsx";
import { fieldOf, firstFault } from "../../ui/form-field.ts";
import { deleteSchema } from "../schema.ts";

interface DeletePanelProps {
  readonly username: string;
  /** For how long nobody else can have the username. */
  readonly heldDays: number;
  readonly result: SubmissionResult<string[]> | undefined;
  readonly busy: boolean;
}

/** What goes, what stays, and the form that does it. */
export function DeletePanel({ username, heldDays, result, busy }: DeletePanelProps) {
  const [form, fields] = useForm({
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: deleteSchema(username) }),
  });
  return (
    <SecurityFrame title={m.leave_delete_title()} lead={m.leave_delete_lead()}>
      <div className="grid gap-6">
        <BulletList
          title={m.leave_delete_goes()}
          points={[
            m.leave_goes_profile(),
            m.leave_goes_listings(),
            m.leave_goes_lists(),
            m.leave_goes_ways(),
            m.leave_goes_reviews(),
          ]}
        />
        <BulletList
          title={m.leave_delete_stays()}
          points={[m.leave_stays_chats(), m.leave_stays_reviews(), m.leave_stays_name({ days: heldDays })]}
        />
        <p>
          {m.leave_delete_first()}{" "}
          <Link to="/profile/download" className="text-link underline underline-offset-2">
            {m.leave_download_title()}
          </Link>
        </p>
        <AccountForm form={form}>
          <TextField
            {...fieldOf(fields.username, "text")}
            label={m.leave_delete_field({ username })}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={firstFault(result, ["username"]) === "username"}
          />
          <Button
            type="submit"
            variant="danger"
            size="lg"
            busy={busy}
            busyLabel={m.leave_delete_busy()}
            className="justify-self-start"
          >
            {m.leave_delete_button()}
          </Button>
        </AccountForm>
      </div>
    </SecurityFrame>
  );
}
