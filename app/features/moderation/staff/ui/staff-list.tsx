import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";

interface Member {
  readonly username: string;
  readonly role: string;
  readonly since: string;
  /** Whether the second factor is on. */
  readonly active: boolean;
  readonly own: boolean;
}

/** The list of staff. An operator can remove every role except their own. */
export function StaffList({ staff }: { staff: readonly Member[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {staff.map(({ username, role, since, active, own }) => (
        <li key={username}>
          <Form method="post" className="flex flex-wrap items-center gap-3.5 px-4 py-3 sm:px-5">
            <span className="min-w-0 flex-1">
              <bdi className="font-semibold">{username}</bdi>
              <span className="block text-soft text-sm">
                {role} · {since}
              </span>
            </span>
            {!active && <Badge tone="notice">{m.staff_no_factor()}</Badge>}
            <input type="hidden" name="intent" value="take" />
            <input type="hidden" name="username" value={username} />
            {!own && (
              <Button type="submit" size="sm" aria-label={m.staff_take_of({ username })}>
                {m.staff_take()}
              </Button>
            )}
          </Form>
        </li>
      ))}
    </ul>
  );
}
