import type { Asked } from "./questions";

/** Explains how the address of a form fills in and hides questions. */
export function PrefillHint({ asked }: { asked: readonly Asked[] }) {
  const name = encodeURIComponent(asked[0]?.field.name ?? "Name");
  return (
    <section aria-label="Answers in the address" className="flex flex-col gap-2 text-muted">
      <h2 className="font-semibold text-dense text-text">Answers in the address</h2>
      <p>
        Add <Code>{`?prefill_${name}=…`}</Code> to the link to fill in an answer, and{" "}
        <Code>{`&hide_${name}=true`}</Code> to hide its question.
      </p>
      <p>Linked records are named by their names, several with commas between. Files can't be filled in.</p>
      <p>Hiding protects nothing: anyone can change the address, and the answer in it.</p>
    </section>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded bg-hover px-1 text-text text-xs [overflow-wrap:anywhere]">{children}</code>;
}
