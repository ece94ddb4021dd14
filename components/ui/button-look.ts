const shape =
  "inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 font-medium text-dense whitespace-nowrap transition-colors";

const looks = {
  /** The one thing that a page or a form is about. */
  primary: "border-transparent bg-accent text-accent-text hover:opacity-90",
  plain: "border-border bg-surface text-text hover:bg-hover",
  quiet: "border-transparent text-muted hover:bg-hover hover:text-text",
  danger: "border-transparent bg-danger text-surface hover:opacity-90",
};

export type ButtonLook = keyof typeof looks;

/** How a button looks, or a link that leads to what a button would do. */
export function buttonLook(look: ButtonLook): string {
  return `${shape} ${looks[look]}`;
}

/** Over the look of what is off for a reason that the person can do something about, or wait for. */
export const offLook = "pointer-events-none opacity-50";
