/** Its place on the Security tab. */
export function IdentitiesCard() {
  return null;
}
