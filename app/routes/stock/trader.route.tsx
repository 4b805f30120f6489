import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Form, href } from "react-router";
import { z } from "zod";
import { type FormTexts, loadedWith } from "#app/domain/edit-merge.ts";
import { fieldOf, firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { removeTrader, saveTrader } from "#app/features/sellers/trader/commands.server.ts";
import { type TraderRow, traderOf } from "#app/features/sellers/trader/queries.server.ts";
import { TRADER_FIELDS, traderSchema } from "#app/features/sellers/trader/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { shownEmail } from "#app/platform/mail.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { conflictsIn, EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/trader.route.ts";

export const middleware = [signedIn];

/** /sell/business/trader: a business seller's details, which buyers see (decision 0112). */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const trader = await traderOf(viewer.id);
  return { trader, loaded: loadedWith(textsOf(trader)), email: shownEmail(viewer.email) };
}

function textsOf(trader: TraderRow | null): FormTexts {
  const { name = "", address = "", registration = "", email = "", phone = "", vat_id } = trader ?? {};
  return { name, address, registration, email, phone, vat_id: vat_id ?? "" };
}

const formSchema = z.discriminatedUnion("intent", [
  traderSchema.extend({ intent: z.literal("save") }),
  z.object({ intent: z.literal("remove") }),
]);

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: formSchema,
    stored: async ({ id }) => textsOf(await traderOf(id)),
    command: async (input, viewer) => {
      const to = href("/sell/business");
      if (input.intent === "remove") {
        await removeTrader(viewer);
        return { to, toast: { title: m.trader_removed() } };
      }
      const { certified: _, intent: __, ...trader } = input;
      await saveTrader(viewer, trader);
      return { to, toast: { title: m.trader_saved() } };
    },
  });
}

const LABELS: Readonly<Record<string, () => string>> = {
  name: m.trader_name,
  address: m.trader_address,
  registration: m.trader_registration,
  email: m.auth_email,
  phone: m.profile_phone,
  vat_id: m.trader_vat,
};

export function meta() {
  return titled(m.trader_title());
}

export default function TraderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { trader, email } = loaderData;
  const [loaded] = useState(loaderData.loaded);
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    defaultValue: trader ?? { email },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: traderSchema }),
  });
  const fault = firstFormFault(actionData?.result, TRADER_FIELDS);
  const field = (name: (typeof TRADER_FIELDS)[number]) => ({
    ...fieldOf(fields[name], "text"),
    autoFocus: fault === name,
  });
  const { type: _, ...address } = field("address");
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.trader_title()} lead={m.trader_lead()} />
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="save" />
        <input
          type="hidden"
          name="loaded"
          value={String(actionData?.result?.initialValue?.loaded ?? loaded)}
        />
        <FormErrors
          formId={form.id}
          errors={form.allErrors}
          textOf={(name, texts) => `${LABELS[name]?.() ?? m.trader_certify()}: ${texts.join(" ")}`}
        />
        <EditConflicts conflicts={conflictsIn(actionData)} labelOf={(name) => LABELS[name]?.() ?? name} />
        <TextField {...field("name")} label={m.trader_name()} autoComplete="organization" required />
        <TextArea {...address} label={m.trader_address()} rows={4} autoComplete="street-address" required />
        <TextField
          {...field("registration")}
          label={m.trader_registration()}
          hint={m.trader_registration_hint()}
          required
        />
        <TextField
          {...field("email")}
          type="email"
          label={m.auth_email()}
          hint={m.trader_contact_hint()}
          autoComplete="work email"
          inputMode="email"
          spellCheck={false}
          required
        />
        <TextField
          {...field("phone")}
          type="tel"
          label={m.profile_phone()}
          autoComplete="work tel"
          inputMode="tel"
          required
        />
        <TextField {...field("vat_id")} label={m.trader_vat()} optional />
        <Checkbox
          id={fields.certified.id}
          name={fields.certified.name}
          label={m.trader_certify()}
          error={fields.certified.errors}
          className="grid gap-1.5"
        />
        <FormButtons send={m.trader_save()} cancel={href("/sell/business")} />
      </Form>
      {trader && (
        <Form method="post" className="mt-10 border-line border-t pt-6">
          <input type="hidden" name="intent" value="remove" />
          <p className="mb-3 text-soft">{m.trader_remove_lead()}</p>
          <Button type="submit" variant="danger">
            {m.trader_remove()}
          </Button>
        </Form>
      )}
    </div>
  );
}
