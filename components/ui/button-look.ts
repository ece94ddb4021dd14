const shape =
  "inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 font-medium text-dense whitespace-nowrap transition-colors";

const looks = {
  /** For the main action of a page or form. */
  primary: "border-transparent bg-accent text-accent-text hover:opacity-90",
  plain: "border-border bg-surface text-text hover:bg-hover",
  quiet: "border-transparent text-muted hover:bg-hover hover:text-text",
  danger: "border-transparent bg-danger text-surface hover:opacity-90",
};

export type ButtonLook = keyof typeof looks;

/** The classes of a button, or of a link that looks like one. */
export function buttonLook(look: ButtonLook): string {
  return `${shape} ${looks[look]}`;
}

/** Additional classes of a button that is temporarily disabled. */
export const offLook = "pointer-events-none opacity-50";
