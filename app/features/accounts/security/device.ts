/** One session of the signed-in user, as they see it. */
export interface Device {
  /** sessions.id: it identifies the session, but is not its token. */
  readonly id: string;
  /** Whether this is the session of the current request. */
  readonly current: boolean;
  /** "Firefox on Windows", or null when it is unknown. */
  readonly name: string | null;
  readonly handheld: boolean;
  /** The network of the IP address: "203.0.113.…". */
  readonly network: string | null;
  /** The day of the sign-in, formatted. */
  readonly since: string;
  /** The day of the last use, formatted. */
  readonly used: string;
}
