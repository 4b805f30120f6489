import { m } from "#app/paraglide/messages.js";
import type { PhotoFault } from "./rules.ts";

export function photoFaultText(fault: PhotoFault): string {
  const texts = {
    type: m.photos_fault_type,
    too_heavy: m.photos_fault_too_heavy,
    too_many_pixels: m.photos_fault_too_many_pixels,
    too_narrow: m.photos_fault_too_narrow,
    broken: m.photos_fault_broken,
    stalled: m.error_stalled,
    busy: m.photos_fault_busy,
    signed_out: m.photos_fault_signed_out,
    limit: m.photos_fault_limit,
    failed: m.photos_fault_failed,
  } as const satisfies Record<PhotoFault, () => string>;
  return texts[fault]();
}
