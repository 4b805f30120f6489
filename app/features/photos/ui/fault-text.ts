import { m } from "#app/paraglide/messages.js";
import { photoFaultText } from "../texts.ts";
import type { UploadFault } from "./picker-state.ts";

export function uploadFaultText(fault: UploadFault): string {
  if (fault === "offline") return m.photos_fault_offline();
  return fault === "too_large" ? m.photos_fault_too_large() : photoFaultText(fault);
}
