/**
 * Names the account in a form that sets a password, for password managers: without it they store the new password
 * without a name, or under another account's. Nobody sees it, and the server does not read it.
 */
export function AccountName({ username }: { username: string }) {
  return <input type="text" name="account" value={username} autoComplete="username" readOnly hidden />;
}
