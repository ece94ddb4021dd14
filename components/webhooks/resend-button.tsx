"use client";

import { useState } from "react";
import { FormActions } from "@/components/forms/form-actions";
import { useForm } from "@/components/forms/use-form";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { api } from "@/lib/client/api";
import { replay } from "@/lib/contract/webhooks";
import { useWebhooksChanged, type WebhookParams } from "./use-webhooks";

interface ResendButtonProps {
  params: WebhookParams;
  onSent: () => void;
}

/** Sends all events since a time again. */
export function ResendButton({ params, onSent }: ResendButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Send everything since…</Button>
      <Dialog open={isOpen} onClose={close} title="Send everything again">
        <ResendForm
          params={params}
          onSent={() => {
            onSent();
            close();
          }}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}

function ResendForm({ params, onSent, onCancel }: ResendButtonProps & { onCancel: () => void }) {
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - hour)));
  const webhooksChanged = useWebhooksChanged(params.databaseId);
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: replayForm,
    body: () => ({ since: isoTime(since) }),
    send: (body) => api("POST /bases/{databaseId}/webhooks/{webhookId}/replay", { params, body }),
    onSent() {
      notify({ title: "The events are sent again in a moment" });
      onSent();
      void webhooksChanged();
    },
  });
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4 p-4">
      {problems[""] && <Notice>{problems[""]}</Notice>}
      <p className="text-muted">
        All events since this time are sent again in their order and with the same ids, so that the receiver
        can leave out those it has seen. Newer events wait until then.
      </p>
      <TextField
        label="Since"
        type="datetime-local"
        step={1}
        value={since}
        onChange={setSince}
        error={problems.since}
      />
      <FormActions words={{ save: "Send again", saving: "Sending…" }} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

const replayForm = replay.refine(({ since }) => since !== "", { path: ["since"], error: "Choose a time" });

const hour = 3_600_000;

/** The value of a `datetime-local` input, in the time zone of the browser. */
function localTime(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${date}T${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(":")}`;
}

/** ISO 8601, or the text itself if it is no time, which the server then refuses. */
function isoTime(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}
