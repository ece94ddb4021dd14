import { Checkbox } from "@base-ui/react/checkbox";
import { Check } from "lucide-react";
import type { ComponentProps } from "react";

/** A checkbox without its label. */
export function CheckBox({ className = "size-4", ...props }: ComponentProps<typeof Checkbox.Root>) {
  return (
    <Checkbox.Root
      className={`flex shrink-0 items-center justify-center rounded border border-border-strong bg-surface aria-invalid:border-danger data-checked:border-accent data-checked:bg-accent ${className}`}
      {...props}
    >
      <Checkbox.Indicator className="flex text-accent-text">
        <Check aria-hidden className="size-3" strokeWidth={3} />
      </Checkbox.Indicator>
    </Checkbox.Root>
  );
}
