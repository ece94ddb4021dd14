import { CheckCircle2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { Form } from "@/lib/contract/forms";

interface SentProps {
  readonly form: Pick<Form, "title" | "message" | "redirectUrl" | "allowAnother">;
  readonly onAnother: () => void;
}

/** Stands in the place of a form that was sent. */
export function Sent({ form, onAnother }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-start gap-4">
      <CheckCircle2 aria-hidden className="size-10 text-accent" strokeWidth={1.5} />
      <h1
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="text-balance break-words font-semibold text-2xl leading-tight outline-none sm:text-3xl"
      >
        {form.title}
      </h1>
      <p role="status" dir="auto" className="whitespace-pre-line break-words text-base">
        {form.redirectUrl === null ? form.message : "Your answers were sent. The next page is opening…"}
      </p>
      {form.redirectUrl === null && form.allowAnother && (
        <Button onClick={onAnother} className="mt-2 h-10! px-4! text-sm!">
          Submit another answer
        </Button>
      )}
    </div>
  );
}
