import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type Query, requireSession } from "@/app/signed-in";

export const metadata: Metadata = { title: "Not found" };

interface UnknownPageProps {
  params: Promise<{ rest: string[] }>;
  searchParams: Promise<Query>;
}

/** Any unknown URL: requires signing in like all pages, then shows the 404 page. */
export default async function UnknownPage({ params, searchParams }: UnknownPageProps): Promise<never> {
  const { rest } = await params;
  await requireSession(`/${rest.join("/")}`, await searchParams);
  notFound();
}
