import { Fragment } from "react";
import type { CallAt } from "./call-at";
import { exampleText } from "./example-text";

/** The usage of the function at the cursor, with the current argument emphasized, and an example. */
export function Signature({ call: { entry, param: current } }: { call: CallAt }) {
  const { name, params, sentence, examples } = entry;
  const [example] = examples;
  return (
    <div className="flex flex-col gap-0.5 text-xs">
      <p className="break-words font-mono">
        {name}(
        {params.map((param, index) => (
          <Fragment key={param.name}>
            {index > 0 && ", "}
            <Parameter isCurrent={index === current}>
              {param.optional ? `[${param.name}]` : param.name}
            </Parameter>
          </Fragment>
        ))}
        {params.some(({ repeated }) => repeated) && ", …"})
      </p>
      <p className="text-muted">{sentence}</p>
      {example && <p className="break-words font-mono text-muted">{exampleText(example)}</p>}
    </div>
  );
}

function Parameter({ isCurrent, children }: { isCurrent: boolean; children: string }) {
  return isCurrent ? (
    <strong className="rounded-sm bg-accent-soft px-0.5 font-semibold text-accent">{children}</strong>
  ) : (
    children
  );
}
