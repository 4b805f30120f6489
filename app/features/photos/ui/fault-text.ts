import { m } from "#app/paraglide/messages.js";
import type { UploadFault } from "./picker-state.ts";

const TEXTS: Readonly<Record<UploadFault, () => string>> = {
  type: m.photos_fault_type,
  too_heavy: m.photos_fault_too_heavy,
  too_many_pixels: m.photos_fault_too_many_pixels,
  too_narrow: m.photos_fault_too_narrow,
  broken: m.photos_fault_broken,
  busy: m.photos_fault_busy,
  error_stalled: m.error_stalled,
  too_often: m.photos_fault_limit,
  signed_out: m.photos_fault_signed_out,
  failed: m.photos_fault_failed,
  offline: m.photos_fault_offline,
  too_large: m.photos_fault_too_large,
};

export function isUploadFault(fault: string): fault is UploadFault {
  return Object.hasOwn(TEXTS, fault);
}

export function uploadFaultText(fault: UploadFault): string {
  return TEXTS[fault]();
}
