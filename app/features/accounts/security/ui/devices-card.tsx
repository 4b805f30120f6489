import { Laptop, MonitorSmartphone, Smartphone } from "lucide-react";
import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** One session of the signed-in user, as they see it. */
export interface Device {
  /** sessions.id: it identifies the session, but is not its token. */
  readonly id: string;
  /** Whether this is the session of the current request. */
  readonly current: boolean;
  /** "Firefox on Windows", or null when it is unknown. */
  readonly name: string | null;
  readonly handheld: boolean;
  /** The network of the IP address: "203.0.113.…". */
  readonly network: string | null;
  /** The day of the sign-in, formatted. */
  readonly since: string;
  /** The day of the last use, formatted. */
  readonly used: string;
}

export function DevicesCard({ devices }: { devices: readonly Device[] }) {
  return (
    <SecurityCard
      Icon={MonitorSmartphone}
      title={m.security_devices_title()}
      text={m.security_devices_text()}
    >
      <ul className="divide-y divide-line border-line border-y">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2.5">
        {devices.length > 1 && <SignOutOthers />}
        <SignOutEverywhere />
      </div>
    </SecurityCard>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { id, current, handheld, network, since, used } = device;
  const fetcher = useFetcher();
  const name = device.name ?? m.security_device_unknown();
  const Icon = handheld ? Smartphone : Laptop;
  const facts = [
    current ? m.security_device_here() : m.security_device_used({ day: used }),
    m.security_device_since({ day: since }),
    network && m.security_device_network({ network }),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>
        </div>
      </div>
      {!current && (
        <fetcher.Form method="post" action={href("/profile/security/devices")}>
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            size="sm"
            busy={fetcher.state !== "idle"}
            aria-label={m.security_device_revoke_named({ name })}
          >
            {m.security_device_revoke()}
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}

function SignOutOthers() {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={href("/sign-out")}>
      <input type="hidden" name="scope" value="others" />
      <Button type="submit" size="sm" busy={fetcher.state !== "idle"}>
        {m.security_sign_out_others()}
      </Button>
    </fetcher.Form>
  );
}
