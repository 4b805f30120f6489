import { Check } from "lucide-react";
import { useId } from "react";
import type { MailPace, NoticeChoice, NoticeKind } from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { fieldsOf, pacesOf } from "../settings-schema.ts";
import { useChoice } from "./use-choice.ts";

export const KIND_NAMES: Record<NoticeKind, () => string> = {
  message: m.notification_kind_message,
  saved_search: m.notification_kind_saved_search,
  price_drop: m.notification_kind_price_drop,
  sold: m.notification_kind_sold,
  back: m.notification_kind_back,
  review: m.notification_kind_review,
  deal: m.notification_kind_deal,
  offer: m.notification_kind_offer,
  account: m.notification_kind_account,
};

const PACES: Record<MailPace, () => string> = {
  at_once: m.notification_settings_at_once,
  daily: m.notification_settings_daily,
  off: m.notification_settings_off,
};

export function ChoiceRow({ kind, saved, error }: { kind: NoticeKind; saved: NoticeChoice; error?: string }) {
  const id = useId();
  const fields = fieldsOf(kind);
  const { choice, choose, justSaved } = useChoice(kind, saved);
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-1 border-line border-t py-5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_11rem]"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 sm:col-span-2">
        <h2 id={id} className="font-semibold text-lg leading-snug">
          {KIND_NAMES[kind]()}
        </h2>
        <span role="status" className="inline-flex items-center gap-1 text-good text-sm">
          {justSaved && (
            <>
              <Check aria-hidden="true" className="size-4" />
              {m.notification_settings_saved()}
            </>
          )}
        </span>
        {kind === "account" && (
          <p className="mt-1 w-full text-[0.9375rem] text-soft">{m.notification_settings_account_hint()}</p>
        )}
      </div>
      <Switch
        label={m.notification_settings_in_app()}
        name={fields.inApp}
        checked={choice.inApp}
        onChange={(event) => choose({ ...choice, inApp: event.currentTarget.checked })}
        className="sm:order-2"
      />
      <RadioGroup
        legend={`${m.notification_settings_mail()}: ${KIND_NAMES[kind]()}`}
        hideLegend
        name={fields.mail}
        chosen={choice.mail}
        onChosenChange={(mail) => choose({ ...choice, mail: mail as MailPace })}
        choices={pacesOf(kind).map((pace) => ({ value: pace, label: PACES[pace]() }))}
        error={error}
        className="grid sm:flex sm:flex-wrap sm:items-center sm:gap-x-6 sm:self-center"
      />
    </section>
  );
}
