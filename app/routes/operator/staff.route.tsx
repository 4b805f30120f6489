import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href } from "react-router";
import { z } from "zod";
import { STAFF_ROLES } from "#app/domain/viewer.ts";
import { grantRole, removeRole } from "#app/features/moderation/staff/commands.server.ts";
import { presentEntries, presentStaff, roleText } from "#app/features/moderation/staff/present.server.ts";
import { allStaff, newestEntries } from "#app/features/moderation/staff/queries.server.ts";
import { StaffList } from "#app/features/moderation/staff/ui/staff-list.tsx";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { m } from "#app/paraglide/messages.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/staff.route.ts";

export const middleware = [operating];

const NEWEST = 50;

/** /operator/staff: who acts for the shop, and the log of what they did (docs/decisions/0089-staff.md). */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(operator);
  const [staff, entries] = await Promise.all([allStaff(), newestEntries(NEWEST)]);
  return {
    staff: presentStaff(staff, viewer),
    entries: presentEntries(entries),
    roles: STAFF_ROLES.map((value) => ({ value, label: roleText(value) })),
  };
}

const grantSchema = z.object({
  identifier: z
    .string({ error: () => m.staff_who_required() })
    .trim()
    .min(1, { error: () => m.staff_who_required() })
    .max(320, { error: () => m.staff_unknown() }),
  role: z.enum(STAFF_ROLES, { error: () => m.staff_role_required() }),
});

const takeSchema = z.object({ username: z.string().min(1).max(40) });

const schema = z.discriminatedUnion("intent", [
  grantSchema.extend({ intent: z.literal("grant") }),
  takeSchema.extend({ intent: z.literal("take") }),
]);

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(operator),
    schema,
    command: async (input, viewer) => {
      const to = href("/operator/staff");
      if (input.intent === "grant") {
        const { username } = await grantRole(viewer, input);
        return { to, toast: { title: m.staff_granted({ username }) } };
      }
      await removeRole(viewer, input.username);
      return { to };
    },
  });
}

export function meta() {
  return titled(operatorTitle("staff"));
}

export default function StaffPage({
  loaderData: { staff, entries, roles },
  actionData,
}: Route.ComponentProps) {
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: grantSchema }),
  });
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="staff" />
      <div className="mb-12">
        <StaffList staff={staff} />
        <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="mt-6 grid gap-5">
          <input type="hidden" name="intent" value="grant" />
          <FormErrors formId={form.id} errors={form.allErrors} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              id={fields.identifier.id}
              name="identifier"
              label={m.staff_who()}
              defaultValue={fields.identifier.initialValue}
              error={fields.identifier.errors}
              autoComplete="off"
              maxLength={320}
            />
            <SelectField
              id={fields.role.id}
              name="role"
              label={m.staff_role()}
              options={roles}
              defaultValue={fields.role.initialValue}
              error={fields.role.errors}
            />
          </div>
          <div>
            <Button type="submit" variant="primary">
              {m.staff_grant()}
            </Button>
          </div>
        </Form>
      </div>
      <section aria-labelledby="log">
        <SectionHeading id="log" title={m.staff_log_title()} />
        <ul className="divide-y divide-line">
          {entries.map(({ id, at, by, text }) => (
            <li key={id} className="py-2.5">
              <bdi>{text}</bdi>
              <p className="text-soft text-sm">
                <bdi>{by}</bdi> · {at}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
