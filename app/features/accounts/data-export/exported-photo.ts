/**
 * A photo's file name in the data export. It has the photo's id, because its position may change during the download.
 */
export function exportedPhotoName(id: string): string {
  return `photos/${id}.webp`;
}
