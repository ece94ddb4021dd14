import { errorWords } from "@/components/formulas/error-words";
import type { ErrorCode } from "@/lib/formulas";

/** The error that a computed cell has instead of a value, with its reason. */
export function ErrorValue({ code }: { code: ErrorCode }) {
  const { shown, reason } = errorWords[code];
  return (
    <span title={reason} className="text-danger">
      {shown}
      <span className="sr-only">: {reason}</span>
    </span>
  );
}
