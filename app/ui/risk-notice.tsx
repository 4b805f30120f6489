import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

interface RiskNoticeProps {
  /** Why what the form sends is dangerous, as the server says it. */
  readonly why: string;
  /** The person changes the text instead. */
  readonly onChange?: () => void;
  readonly busy?: boolean;
  readonly className?: string;
}

/** Stands in a form whose message the server wants confirmed: its button sends the form with `risk_confirmed`. */
export function RiskNotice({ why, onChange, busy, className }: RiskNoticeProps) {
  return (
    <Alert tone="danger" title={m.risk_title()} className={className}>
      <p className="text-pretty">
        {why}{" "}
        <Link to={href("/safety")} className="text-link underline underline-offset-2">
          {m.safety_link()}
        </Link>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" name="risk_confirmed" value="on" size="sm" busy={busy}>
          {m.risk_send()}
        </Button>
        {onChange && (
          <Button size="sm" variant="ghost" onClick={onChange} className="noscript:hidden">
            {m.risk_change()}
          </Button>
        )}
      </div>
    </Alert>
  );
}
