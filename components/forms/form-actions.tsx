import { Button } from "@/components/ui/button";

interface FormActionsProps {
  words: { readonly save: string; readonly saving: string };
  isBusy: boolean;
  /** Undefined while it cannot be called off any more. */
  onCancel: (() => void) | undefined;
  /** Set off by a line, below a form that scrolls. */
  isFooter?: boolean;
}

/** What a form ends with: the way back, and the button that sends it. */
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
