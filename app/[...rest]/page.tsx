import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type Query, requireSession } from "@/app/signed-in";

export const metadata: Metadata = { title: "Not found" };

interface UnknownPageProps {
  params: Promise<{ rest: string[] }>;
  searchParams: Promise<Query>;
}

/** Every address that is no page's: to sign in like any other, then 404. */
export default async function UnknownPage({ params, searchParams }: UnknownPageProps): Promise<never> {
  const { rest } = await params;
  await requireSession(`/${rest.join("/")}`, await searchParams);
  notFound();
}
