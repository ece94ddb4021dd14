"use client";

import { useEffect, useMemo, useState } from "react";
import { LinkPassword } from "@/components/sign-in/link-password";
import { api } from "@/lib/client/api";
import type { Form } from "@/lib/contract/forms";
import { ClosedForm } from "./closed-form";
import { FormPaper } from "./form-paper";
import { callOf } from "./link-call";
import { NeedsScript } from "./needs-script";
import { OpenForm } from "./open-form";
import type { Query } from "./prefill";
import { usePrefill } from "./use-prefill";

interface FormPageProps {
  readonly token: string;
  /** Null if the link asks for a password. */
  readonly form: Form | null;
  readonly query: Query;
  /** When the server rendered the page. */
  readonly openedAt: string;
}

interface Unlocked {
  readonly form: Form;
  readonly password: string;
}

/** A form for everybody who has its link. */
export function FormPage({ token, form, ...rest }: FormPageProps) {
  const [unlocked, setUnlocked] = useState<Unlocked | null>(null);
  const shown = form ?? unlocked?.form;
  useEffect(() => {
    if (unlocked) document.title = `${unlocked.form.title} · Rowhouse`;
  }, [unlocked]);
  if (!shown) {
    return <LinkPassword token={token} title="This form has a password" open={open} onOpened={setUnlocked} />;
  }
  if (shown.closed !== null) return <ClosedForm title={shown.title} reason={shown.closed} />;
  return <PrefilledForm token={token} password={unlocked?.password ?? null} form={shown} {...rest} />;
}

interface PrefilledFormProps extends FormPageProps {
  readonly form: Form;
  readonly password: string | null;
}

/** A form with the answers in the address, once the records that they name are found. */
function PrefilledForm({ token, password, form, query, openedAt }: PrefilledFormProps) {
  const call = useMemo(() => callOf(token, password), [token, password]);
  const prefill = usePrefill(call, form.questions, query);
  if (prefill) return <OpenForm {...{ token, call, form, prefill, openedAt }} />;
  return (
    <FormPaper>
      <NeedsScript />
      <p role="status" className="text-muted">
        Loading…
      </p>
    </FormPaper>
  );
}

async function open(token: string, password: string): Promise<Unlocked> {
  return { form: await api("GET /forms/{token}", callOf(token, password)), password };
}
