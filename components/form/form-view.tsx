"use client";

import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePage } from "@/components/open-table/use-page";
import { describeForm } from "@/lib/contract/forms";

/** A form as its visitors see it. */
export function FormView({ listing }: Pick<ViewProps, "listing">) {
  const { table, view } = useOpenTable();
  usePage(listing);
  if (view.type !== "form") return null;
  const { title, description, questions } = describeForm(view, table.fields);
  return (
    <section aria-label={view.name} className="h-full overflow-y-auto bg-background p-4 text-dense">
      <h2 dir="auto" className="font-semibold text-sm">
        {title}
      </h2>
      <p dir="auto">{description}</p>
      <ol className="list-inside list-decimal">
        {questions.map(({ id, label }) => (
          <li key={id} dir="auto">
            {label}
          </li>
        ))}
      </ol>
    </section>
  );
}
