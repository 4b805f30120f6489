import type { PhotoFault } from "./rules.ts";

/** The upload cannot be a photo; `fault` says why. */
export class PhotoRefused extends Error {
  readonly fault: PhotoFault;

  constructor(fault: PhotoFault, options?: ErrorOptions) {
    super(`upload refused: ${fault}`, options);
    this.name = "PhotoRefused";
    this.fault = fault;
  }
}
