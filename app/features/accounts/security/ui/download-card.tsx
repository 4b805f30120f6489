/** Its place on the Security tab. */
export function DownloadCard() {
  return null;
}
