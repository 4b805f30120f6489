import { m } from "#app/paraglide/messages.js";
import { photoFaultText } from "../texts.ts";
import type { UploadFault } from "./picker-state.ts";

export function uploadFaultText(fault: UploadFault): string {
  return fault === "offline" ? m.photos_fault_offline() : photoFaultText(fault);
}
