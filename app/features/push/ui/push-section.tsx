import { type ReactNode, useId } from "react";
import { href, useFetcher } from "react-router";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import { type Answer, faultsOf } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxGroup } from "#app/ui/choice-groups.tsx";
import { FieldError } from "#app/ui/field-parts.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { PushManner } from "../view.ts";

/** A browser that is told of notices, with the name that its person knows it by. */
export interface NamedDevice {
  readonly id: string;
  readonly current: boolean;
  readonly name: string;
  readonly kinds: readonly NoticeKind[];
}

interface PushSectionProps {
  readonly devices: readonly NamedDevice[];
  readonly manner: PushManner;
  /** All kinds that can be chosen, with their names. */
  readonly kinds: readonly { readonly value: NoticeKind; readonly label: string }[];
  /** The button that turns notifications on in this browser, which needs JavaScript. */
  readonly children: ReactNode;
}

/** The part of the settings about notifications of the system. Its forms work without JavaScript. */
export function PushSection({ devices, manner, kinds, children }: PushSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 grid gap-5">
      <div>
        <SectionHeading id={id} title={m.push_heading()} />
        <p className="text-soft">{m.push_lead()}</p>
      </div>
      <noscript>
        <p>{m.push_no_script()}</p>
      </noscript>
      {children}
      {devices.map((device) => (
        <DeviceForm key={device.id} device={device} kinds={kinds} />
      ))}
      {devices.length > 0 && <MannerForm manner={manner} />}
    </section>
  );
}

function DeviceForm({ device, kinds }: { device: NamedDevice; kinds: PushSectionProps["kinds"] }) {
  const fetcher = useFetcher();
  const legend = device.current ? m.push_kinds() : m.push_kinds_of({ device: device.name });
  return (
    <Panel>
      <fetcher.Form method="post" action={href("/notifications/push")} className="grid gap-4">
        <input type="hidden" name="intent" value="kinds" />
        <input type="hidden" name="id" value={device.id} />
        {kinds.map(({ value }) => (
          <input key={value} type="hidden" name="shown" value={value} />
        ))}
        <CheckboxGroup
          legend={legend}
          name="kinds"
          chosen={device.kinds}
          choices={kinds}
          className="grid gap-x-6 sm:grid-cols-2"
        />
        <SaveButton busy={fetcher.state !== "idle"} describes={legend} />
      </fetcher.Form>
    </Panel>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

function MannerForm({ manner }: { manner: PushManner }) {
  const fetcher = useFetcher<Answer>();
  const fault = faultsOf(fetcher.data).until;
  const faultId = useId();
  const hourOf = (hour: number | null) => (hour === null ? "" : String(hour));
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <fetcher.Form method="post" action={href("/notifications/push")} className="grid gap-4">
        <input type="hidden" name="intent" value="manner" />
        <h3 id={id} className="font-semibold text-lg">
          {m.push_manner()}
        </h3>
        <Switch
          label={m.push_hide()}
          hint={m.push_hide_hint()}
          name="hidden"
          defaultChecked={manner.hidden}
        />
        <fieldset className="grid gap-2">
          <legend className="font-semibold text-[0.9375rem]">{m.push_quiet()}</legend>
          <p className="text-sm text-soft">{m.push_quiet_hint()}</p>
          <div className="grid grid-cols-2 gap-4">
            <SelectField
              label={m.push_quiet_from()}
              name="from"
              defaultValue={hourOf(manner.from)}
              placeholder={m.push_quiet_never()}
              options={HOURS}
            />
            <SelectField
              label={m.push_quiet_until()}
              name="until"
              defaultValue={hourOf(manner.until)}
              placeholder={m.push_quiet_never()}
              options={HOURS}
              aria-invalid={fault !== undefined}
              aria-describedby={fault && faultId}
            />
          </div>
          <FieldError id={faultId} error={fault} announced />
        </fieldset>
        <SaveButton busy={fetcher.state !== "idle"} describes={m.push_manner()} />
      </fetcher.Form>
    </Panel>
  );
}

function SaveButton({ busy, describes }: { busy: boolean; describes: string }) {
  return (
    <Button
      type="submit"
      busy={busy}
      busyLabel={m.notification_settings_saving()}
      aria-label={`${m.notification_settings_save()}: ${describes}`}
      className="justify-self-start"
    >
      {m.notification_settings_save()}
    </Button>
  );
}
