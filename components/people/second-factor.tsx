"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import {
  type Me,
  type SecondFactorSetup,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorEnd,
} from "@/lib/contract/people";

/** Sets up the second factor of one's own account, or turns it off. */
export function SecondFactor({ me }: { me: Me }) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const router = useRouter();
  return (
    <section
      aria-labelledby="second-factor"
      className="flex max-w-sm flex-col gap-4 border-border border-t pt-4"
    >
      <h2 id="second-factor" className="font-semibold text-base">
        Two-step sign-in
      </h2>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null);
            router.refresh();
          }}
        />
      ) : me.hasSecondFactor ? (
        <TurnOff />
      ) : setup ? (
        <Confirm
          setup={setup}
          onConfirmed={(shown) => {
            setSetup(null);
            setCodes(shown);
          }}
          onCancel={() => setSetup(null)}
        />
      ) : (
        <Begin onBegun={setSetup} />
      )}
    </section>
  );
}

function Begin({ onBegun }: { onBegun: (setup: SecondFactorSetup) => void }) {
  const [currentPassword, setCurrentPassword] = useState("");
  const form = useForm({
    shape: secondFactorBegin,
    body: () => ({ currentPassword }),
    send: (body) => api("POST /me/second-factor", { body }),
    onSent: onBegun,
  });
  return (
    <Step form={form} verb="Set up two-step sign-in">
      <p className="text-pretty text-muted">
        Signing in by password then also takes a code that an app on your phone shows, such as Google
        Authenticator or 1Password.
      </p>
      <CurrentPassword
        value={currentPassword}
        onChange={setCurrentPassword}
        error={form.problems.currentPassword}
      />
    </Step>
  );
}

interface ConfirmProps {
  setup: SecondFactorSetup;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

function Confirm({ setup: { secret, url }, onConfirmed, onCancel }: ConfirmProps) {
  const [code, setCode] = useState("");
  const form = useForm({
    shape: secondFactorConfirm,
    body: () => ({ code }),
    send: (body) => api("POST /me/second-factor/confirm", { body }),
    onSent: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <Step form={form} verb="Turn on" onCancel={onCancel}>
      <p className="text-pretty text-muted">Scan this with the app, or type the key below into it.</p>
      <QrCode text={url} label="QR code for the authenticator app" />
      <p className="flex flex-wrap items-center gap-2">
        <code className="break-all font-mono text-dense">{secret}</code>
        <CopyButton text={secret} what="key" />
      </p>
      <Code value={code} onChange={setCode} error={form.problems.code} />
    </Step>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <p className="text-pretty">
        Two-step sign-in is on. Keep these recovery codes in a safe place: each replaces a code of the app
        once, if you lose your phone. They are not shown again.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-dense">
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <CopyButton text={codes.join("\n")} what="codes" />
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </>
  );
}

function TurnOff() {
  const [currentPassword, setCurrentPassword] = useState("");
  const [code, setCode] = useState("");
  const router = useRouter();
  const form = useForm({
    shape: secondFactorEnd,
    body: () => ({ currentPassword, code }),
    send: (body) => api("POST /me/second-factor/off", { body }),
    onSent() {
      toast.success("Two-step sign-in is off");
      router.refresh();
    },
  });
  return (
    <Step form={form} verb="Turn off">
      <p className="text-pretty text-muted">
        On. Signing in by password takes a code of your authenticator app, or a recovery code.
      </p>
      <CurrentPassword
        value={currentPassword}
        onChange={setCurrentPassword}
        error={form.problems.currentPassword}
      />
      <Code value={code} onChange={setCode} error={form.problems.code} />
    </Step>
  );
}

interface StepProps {
  form: Pick<ReturnType<typeof useForm>, "ref" | "problems" | "isBusy" | "onSubmit">;
  /** The label of the button that submits. */
  verb: string;
  onCancel?: () => void;
  children: ReactNode;
}

function Step({ form: { ref, problems, isBusy, onSubmit }, verb, onCancel, children }: StepProps) {
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {problems[""] && <Notice>{problems[""]}</Notice>}
      {children}
      <div className="flex gap-2">
        <Button type="submit" disabled={isBusy}>
          {verb}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

interface InputProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The password, to confirm a change. */
export function CurrentPassword(props: InputProps) {
  return <TextField label="Current password" type="password" autoComplete="current-password" {...props} />;
}

/** The code of the app; also used to sign in. */
export function Code(props: InputProps) {
  return <TextField label="Code" autoComplete="one-time-code" {...props} />;
}
