import type { PhotoFault } from "./rules.ts";

/** Thrown when an upload cannot be a photo; `fault` is the reason. */
export class PhotoRefused extends Error {
  readonly fault: PhotoFault;

  constructor(fault: PhotoFault, options?: ErrorOptions) {
    super(`upload refused: ${fault}`, options);
    this.name = "PhotoRefused";
    this.fault = fault;
  }
}
