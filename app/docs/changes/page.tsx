import { readFile } from "node:fs/promises";
import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { MarkdownText } from "@/components/docs/markdown-text";
import { SitePage } from "@/components/site/site-page";

export const metadata: Metadata = { title: "What’s new" };

/** The changelog. */
export default async function ChangesPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireSession("/docs/changes", await searchParams);
  const [, ...releases] = (await readFile("CHANGELOG.md", "utf8")).split("\n## ");
  return (
    <SitePage title="What’s new">
      {releases.map((release) => {
        const [name = "", ...changes] = release.split("\n");
        return (
          <section key={name} aria-labelledby={name} className="flex min-w-0 flex-col">
            <h2 id={name} className="font-semibold text-lg">
              {name === "Unreleased" ? "Latest" : name}
            </h2>
            <MarkdownText text={changes.join("\n")} within={name} />
          </section>
        );
      })}
    </SitePage>
  );
}
