/** Its place on the Security tab. */
export function PhoneCard() {
  return null;
}
