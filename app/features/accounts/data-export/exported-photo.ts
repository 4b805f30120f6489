/**
 * A photo's file name in the download. It is made from the id, because the photo's position may change meanwhile.
 */
export function exportedPhotoName(id: string): string {
  return `photos/${id}.webp`;
}
