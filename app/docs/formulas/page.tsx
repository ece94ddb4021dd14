import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { documentedGroups, sampleValues } from "@/components/docs/formulas/documented-functions";
import { FormulaReference } from "@/components/docs/formulas/formula-reference";
import { language } from "@/components/docs/formulas/language";
import { SampleRecord } from "@/components/docs/formulas/sample-record";
import { MarkdownText } from "@/components/docs/markdown-text";

export const metadata: Metadata = { title: "Formulas" };

export default async function FormulasPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireSession("/docs/formulas", await searchParams);
  const sections = [
    ...language.map(({ id, title }) => ({ id, title })),
    { id: "examples", title: "Examples" },
  ];
  return (
    <FormulaReference groups={documentedGroups()} sections={sections}>
      {language.map(({ id, title, text }) => (
        <section key={id} aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
          <h2 id={id} className="scroll-mt-16 font-semibold text-xl">
            {title}
          </h2>
          <MarkdownText text={text} within={id} />
        </section>
      ))}
      <SampleRecord values={sampleValues} />
    </FormulaReference>
  );
}
