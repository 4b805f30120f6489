import { m } from "#app/paraglide/messages.js";
import type { PictureFault } from "./faults.ts";

export function pictureFaultText(fault: PictureFault): string {
  const texts = {
    not_a_url: m.picture_fault_not_a_url,
    scheme: m.picture_fault_scheme,
    credentials: m.picture_fault_credentials,
    port: m.picture_fault_port,
    private_address: m.picture_fault_private_address,
    unknown_host: m.picture_fault_unknown_host,
    unreachable: m.picture_fault_unreachable,
    certificate: m.picture_fault_certificate,
    timeout: m.picture_fault_timeout,
    silent_host: m.picture_fault_silent_host,
    not_found: m.picture_fault_not_found,
    denied: m.picture_fault_denied,
    host_trouble: m.picture_fault_host_trouble,
    redirects: m.picture_fault_redirects,
    downgrade: m.picture_fault_downgrade,
    encoded: m.picture_fault_encoded,
    too_large: m.picture_fault_too_large,
    not_a_picture: m.picture_fault_not_a_picture,
    broken: m.picture_fault_broken,
    too_many_pixels: m.picture_fault_too_many_pixels,
    too_narrow: m.picture_fault_too_narrow,
    not_yours: m.picture_fault_not_yours,
    no_room: m.picture_fault_no_room,
    failed: m.picture_fault_failed,
  } as const satisfies Record<PictureFault, () => string>;
  return texts[fault]();
}
