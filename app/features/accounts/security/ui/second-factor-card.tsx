/** Its place on the Security tab. */
export function SecondFactorCard() {
  return null;
}
