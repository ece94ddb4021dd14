import { Button } from "@/components/ui/button";

interface FormActionsProps {
  words: { readonly save: string; readonly saving: string };
  isBusy: boolean;
  /** Undefined when it is too late to cancel. */
  onCancel: (() => void) | undefined;
  /** Adds a line above, for forms that scroll. */
  isFooter?: boolean;
}

/** The Cancel and submit buttons at the end of a form. */
export function FormActions({ words, isBusy, onCancel, isFooter = false }: FormActionsProps) {
  return (
    <div className={`flex justify-end gap-2 ${isFooter ? "mx-4 border-border border-t py-3" : ""}`}>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button look="primary" type="submit" disabled={isBusy}>
        {isBusy ? words.saving : words.save}
      </Button>
    </div>
  );
}
