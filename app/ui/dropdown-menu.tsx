import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";

const ITEM = classes(
  "flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-md px-3 text-left",
  "data-[highlighted]:bg-sunken focus-visible:-outline-offset-3 data-[disabled]:opacity-50 [&_svg]:size-[1.125rem] [&_svg]:text-soft",
);

export function DropdownMenu({
  trigger,
  label,
  children,
  align = "end",
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  label?: string;
  children: ReactNode;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-60 animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-2 text-ink shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item {...rest} className={classes(ITEM, className)} />;
}

export function MenuLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Radix.Item asChild>
      <Link {...rest} className={classes(ITEM, className)} />
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-2 pb-1">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-2 my-2 h-px bg-line" />;
}
