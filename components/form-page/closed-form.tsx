import type { Form } from "@/lib/contract/forms";
import { FormPaper } from "./form-paper";

interface ClosedFormProps {
  readonly title: string;
  readonly reason: NonNullable<Form["closed"]>;
}

/** The page of a form that takes no submissions. */
export function ClosedForm({ title, reason }: ClosedFormProps) {
  return (
    <FormPaper>
      <h1 dir="auto" className="text-balance break-words font-semibold text-2xl leading-tight sm:text-3xl">
        {title}
      </h1>
      <p className="mt-4 text-base text-muted">{reasons[reason]}</p>
    </FormPaper>
  );
}

const reasons: { readonly [Reason in NonNullable<Form["closed"]>]: string } = {
  closed: "This form is closed. It takes no answers at the moment.",
  over: "This form is closed. The time to answer it is over.",
  full: "This form is closed. It has received all the answers that it takes.",
};
