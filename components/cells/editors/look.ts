/** An input that fills its cell and covers the value. */
export const editorLook =
  "absolute inset-0 z-10 w-full bg-surface px-2 text-text outline-2 -outline-offset-2 outline-focus select-text";

const floatingLook =
  "fixed inset-auto m-0 bg-raised p-0 text-dense text-start font-normal whitespace-normal text-text shadow-raised select-none cursor-default";

/** A popup of an open editor. */
export const boxLook = `${floatingLook} rounded-md border border-border`;

/** A popup that covers its cell exactly. */
export const coverLook = `${floatingLook} rounded-sm border-0`;
