import { m } from "#app/paraglide/messages.js";
import { Switch } from "#app/ui/switch.tsx";
import { chooseTheme, useTheme } from "../theme.ts";

export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useTheme();
  return (
    <div className="noscript:hidden">
      <Switch
        label={m.shell_dark_mode()}
        checked={theme === "dark"}
        onChange={(event) => chooseTheme(event.currentTarget.checked ? "dark" : "light")}
        className={className}
      />
    </div>
  );
}
