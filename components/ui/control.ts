/** The classes of inputs and select triggers. */
export const controlLook =
  "h-8 w-full min-w-0 rounded-md border border-border-strong bg-surface px-2.5 text-dense text-text aria-invalid:border-danger";

/** The look of an input of several lines, which grows with its text. */
export const areaLook = `${controlLook} field-sizing-content h-auto max-h-60 resize-y py-1.5 leading-5`;
