import { shownPhoneNumber } from "#app/features/accounts/addressee.server.ts";
import { isMailWanted } from "#app/features/accounts/mail-preferences.server.ts";
import { providerName } from "#app/features/accounts/provider-notices.server.ts";
import { hasPassword, phoneOf } from "#app/features/accounts/queries.server.ts";
import { backupCodesLeft } from "#app/features/accounts/second-factor.server.ts";
import { identitiesOf } from "#app/features/accounts/security/identities.server.ts";
import { sessionsOf } from "#app/features/accounts/security/sessions.server.ts";
import { DevicesCard } from "#app/features/accounts/security/ui/devices-card.tsx";
import {
  ApiKeysCard,
  DeleteAccountCard,
  DownloadCard,
  IdentitiesCard,
  PasswordCard,
  PhoneCard,
  SecondFactorCard,
} from "#app/features/accounts/security/ui/link-cards.tsx";
import { MailCard } from "#app/features/accounts/security/ui/mail-card.tsx";
import { ResetCard } from "#app/features/accounts/security/ui/reset-card.tsx";
import { validKeysOf } from "#app/features/api/keys.server.ts";
import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { canSendSms } from "#app/platform/sms.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/security.route.ts";

export const middleware = [signedIn];

/** /profile/security: one card per security feature of the account. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const [password, devices, identities, number, backupCodes, mail, keys] = await Promise.all([
    hasPassword(viewer.id),
    sessionsOf(request, viewer),
    identitiesOf(viewer.id),
    phoneOf(viewer.id),
    backupCodesLeft(viewer.id),
    isMailWanted({ userId: viewer.id, topic: "account" }),
    validKeysOf(viewer.id),
  ]);
  const ways = identities.map(({ way }) =>
    way === "password" ? m.identities_password() : providerName(way),
  );
  const phone = { number: number && shownPhoneNumber(number), texts: canSendSms(env()) };
  return { password, devices, ways, phone, backupCodes, mail: mail ?? true, keys };
}

export function meta() {
  return titled(m.profile_tab_security());
}

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { password, devices, ways, phone, backupCodes, mail, keys } = loaderData;
  return (
    <div className="grid gap-5">
      <PasswordCard has={password} />
      <ResetCard />
      <SecondFactorCard left={backupCodes} />
      <PhoneCard {...phone} />
      <IdentitiesCard ways={ways} />
      <DevicesCard devices={devices} />
      <ApiKeysCard count={keys} />
      <MailCard wanted={mail} />
      <DownloadCard />
      <DeleteAccountCard />
    </div>
  );
}
