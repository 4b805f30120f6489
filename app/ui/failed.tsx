import { m } from "#app/paraglide/messages.js";
import { Button } from "./button.tsx";

export function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 px-6 py-14 text-center">
      <p>{title}</p>
      <Button onClick={onRetry}>{m.error_try_again()}</Button>
    </div>
  );
}
