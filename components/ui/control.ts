/** The classes of inputs and select triggers. */
export const controlLook =
  "h-8 w-full min-w-0 rounded-md border border-border-strong bg-surface px-2.5 text-dense text-text aria-invalid:border-danger";
