/** Its place on the Security tab. */
export function LeaveCard() {
  return null;
}
