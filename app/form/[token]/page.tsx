import type { Metadata } from "next";
import type { Query } from "@/app/signed-in";
import { FormPage } from "@/components/form-page/form-page";
import { requireForm } from "./require-form";

interface PageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const form = await requireForm((await params).token);
  return { title: form?.title ?? "Form", robots: { index: false, follow: false } };
}

/** A form for everybody who has its link. The page itself asks for a password, which the server never receives here. */
export default async function Page({ params, searchParams }: PageProps) {
  const { token } = await params;
  const form = await requireForm(token);
  const openedAt = new Date().toISOString();
  return <FormPage token={token} form={form} query={await searchParams} openedAt={openedAt} />;
}
