"use client";

import { Send } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/control";
import { Confirm } from "@/components/ui/dialog";
import { Labelled } from "@/components/ui/labelled";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { type Call, type Outcome, problemOf, send } from "./call";
import { OutcomeView } from "./outcome-view";

interface CallFormProps {
  call: Call;
  /** True if the body is a file instead of JSON. */
  takesFile: boolean;
  onChange: (call: Call) => void;
}

/** Sends a request as the signed-in person, to the live data. */
export function CallForm({ call, takesFile, onChange }: CallFormProps) {
  const [state, setState] = useState<CallState>({ kind: "idle" });
  const [isAsking, setAsking] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemOf(call);
    if (problem !== undefined) setState({ kind: "failed", message: problem });
    else if (call.method === "DELETE") setAsking(true);
    else void issue();
  }

  async function issue() {
    setAsking(false);
    setState({ kind: "sending" });
    try {
      setState({ kind: "answered", outcome: await send(call) });
    } catch {
      setState({ kind: "failed", message: "The server can't be reached." });
    }
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-border bg-surface p-3"
    >
      <TextFields values={call.params} onChange={(params) => onChange({ ...call, params })} />
      <TextFields values={call.query} onChange={(query) => onChange({ ...call, query })} />
      {call.body !== null && <BodyField value={call.body} onChange={(body) => onChange({ ...call, body })} />}
      {takesFile && <FileField onChange={(file) => onChange({ ...call, file })} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="primary" disabled={state.kind === "sending"}>
          <Send aria-hidden className="size-3.5" />
          {state.kind === "sending" ? "Sending…" : `Send ${call.method}`}
        </Button>
        <p className="text-muted">Runs as you, against live data.</p>
      </div>
      {state.kind === "failed" && <Notice>{state.message}</Notice>}
      {state.kind === "answered" && <OutcomeView outcome={state.outcome} />}
      <Confirm
        open={isAsking}
        title="Delete from live data?"
        description="This request runs against live data. You can restore what it deletes from the trash, except keys and sessions."
        words={{ confirm: "Send DELETE", cancel: "Cancel" }}
        onConfirm={() => void issue()}
        onCancel={() => setAsking(false)}
      />
    </form>
  );
}

type CallState =
  | { kind: "idle" | "sending" }
  | { kind: "failed"; message: string }
  | { kind: "answered"; outcome: Outcome };

interface TextFieldsProps {
  values: { readonly [name: string]: string };
  onChange: (values: { [name: string]: string }) => void;
}

function TextFields({ values, onChange }: TextFieldsProps) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {entries.map(([name, value]) => (
        <TextField
          key={name}
          label={name}
          value={value}
          spellCheck={false}
          onChange={(next) => onChange({ ...values, [name]: next })}
        />
      ))}
    </div>
  );
}

function BodyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Labelled label="Body (JSON)">
      {({ id, state }) => (
        <textarea
          id={id}
          value={value}
          rows={Math.min(20, value.split("\n").length + 1)}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlLook} h-auto resize-y py-2 font-mono text-xs leading-5`}
          {...state}
        />
      )}
    </Labelled>
  );
}

function FileField({ onChange }: { onChange: (file: File | undefined) => void }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-dense text-muted">
        File
      </label>
      <input id={id} type="file" onChange={(event) => onChange(event.target.files?.[0])} />
    </div>
  );
}
