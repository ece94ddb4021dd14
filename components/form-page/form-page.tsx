"use client";

import { useEffect, useState } from "react";
import { LinkPassword } from "@/components/sign-in/link-password";
import { api } from "@/lib/client/api";
import type { Form } from "@/lib/contract/forms";
import { ClosedForm } from "./closed-form";
import { callOf } from "./link-call";
import { OpenForm } from "./open-form";
import type { Query } from "./prefill";

interface FormPageProps {
  readonly token: string;
  /** Null if the link asks for a password. */
  readonly form: Form | null;
  readonly query: Query;
}

interface Unlocked {
  readonly form: Form;
  readonly password: string;
}

/** A form for everybody who has its link. */
export function FormPage({ token, form, query }: FormPageProps) {
  const [unlocked, setUnlocked] = useState<Unlocked | null>(null);
  const shown = form ?? unlocked?.form;
  useEffect(() => {
    if (unlocked) document.title = `${unlocked.form.title} · Rowhouse`;
  }, [unlocked]);
  if (!shown) {
    return <LinkPassword token={token} title="This form has a password" open={open} onOpened={setUnlocked} />;
  }
  if (shown.closed !== null) return <ClosedForm title={shown.title} reason={shown.closed} />;
  return <OpenForm token={token} password={unlocked?.password ?? null} form={shown} query={query} />;
}

async function open(token: string, password: string): Promise<Unlocked> {
  return { form: await api("GET /forms/{token}", callOf(token, password)), password };
}
