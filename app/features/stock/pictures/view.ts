import { href } from "react-router";

export interface FailedPicture {
  readonly url: string;
  readonly reason: string;
}

export interface ListingPictures {
  /** The number of pictures that are not fetched yet. */
  readonly waiting: number;
  readonly failed: readonly FailedPicture[];
}

export interface UploadPictures {
  readonly waiting: number;
  /** At most 100, each with the name and path of its listing. */
  readonly failed: readonly (FailedPicture & { readonly name: string; readonly path: string })[];
  /** How many failed pictures there are beyond those in `failed`. */
  readonly more: number;
}

/** POST retries failed pictures; the form has `upload`, or `type` and `id` of a listing. */
export const PICTURES_PATH = href("/sell/business/pictures");

export function uploadPicturesPath(uploadId: string): string {
  return href("/sell/business/uploads/:id/pictures", { id: uploadId });
}

export function listingPicturesPath({ type, id }: { type: string; id: string }): string {
  return `${PICTURES_PATH}?${new URLSearchParams({ type, id })}`;
}
