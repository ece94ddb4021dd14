import { Tabs } from "@base-ui/react/tabs";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { usePanels } from "@/components/open-table/panels";
import { IfAllowed } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { TabList } from "@/components/ui/tab-list";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import type { View } from "@/lib/contract/views";
import { FormSettings } from "./form-settings";
import { PrefillHint } from "./prefill-hint";
import { Preview } from "./preview";
import { QuestionsEditor } from "./questions-editor";
import { useQuestions } from "./use-questions";

interface BuilderProps {
  readonly view: View & { type: "form" };
}

/** Edits a form beside its preview, or in two tabs on a narrow page. */
export function Builder({ view }: BuilderProps) {
  const isNarrow = useIsNarrow();
  const [openId, setOpenId] = useState<string | null>(null);
  const [part, setPart] = useState<Part>("questions");
  const editor = <Editor {...{ view, openId, part }} onOpen={setOpenId} onPart={setPart} />;
  if (!isNarrow) {
    return (
      <div className="flex h-full">
        <div className="flex w-[clamp(18rem,36%,27rem)] shrink-0 flex-col border-border border-e bg-surface">
          {editor}
        </div>
        <div className="min-w-0 flex-1 overflow-y-auto">
          <Preview
            view={view}
            openId={openId}
            onPick={(fieldId) => {
              setOpenId(fieldId);
              setPart("questions");
            }}
          />
        </div>
      </div>
    );
  }
  return (
    <Tabs.Root defaultValue="build" className="flex h-full flex-col bg-surface">
      <TabList
        label="Form"
        tabs={{ build: "Build", preview: "Preview" }}
        className={`${tabListLook} border-border border-b`}
      />
      <Tabs.Panel value="build" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {editor}
      </Tabs.Panel>
      <Tabs.Panel
        value="preview"
        tabIndex={-1}
        // Keeps the answers.
        keepMounted
        className="min-h-0 flex-1 overflow-y-auto bg-background outline-none"
      >
        <Preview view={view} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

type Part = "questions" | "settings";

interface EditorProps extends BuilderProps {
  /** The id of the field whose question is open; null for none. */
  readonly openId: string | null;
  readonly part: Part;
  readonly onOpen: (fieldId: string | null) => void;
  readonly onPart: (part: Part) => void;
}

/** The questions and the settings of a form. */
function Editor({ view, openId, part, onOpen, onPart }: EditorProps) {
  const questions = useQuestions();
  const [announcement, announce] = useState("");

  return (
    <Tabs.Root value={part} onValueChange={onPart} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center border-border border-b pe-2">
        <TabList
          label="Parts of the form"
          tabs={{ questions: "Questions", settings: "Settings" }}
          className={tabListLook}
        />
        <span className="flex-1" />
        <ShareFormButton />
      </div>
      <Tabs.Panel value="questions" tabIndex={-1} className={panelLook}>
        {view.withheld?.includes("fields") ? (
          <p className="text-muted">
            This form also asks for fields that you can't see, so you can't change its questions.
          </p>
        ) : (
          <QuestionsEditor questions={questions} openId={openId} onOpen={onOpen} announce={announce} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="settings" tabIndex={-1} className={panelLook}>
        <FormSettings config={view.config} />
        <PrefillHint asked={questions.asked} />
      </Tabs.Panel>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </Tabs.Root>
  );
}

function ShareFormButton() {
  const { openPanel } = usePanels();
  return (
    <IfAllowed action="share-views">
      <Button
        look="primary"
        aria-haspopup="dialog"
        className="h-7!"
        onClick={() => openPanel({ name: "share" })}
      >
        <Share2 aria-hidden className="size-3.5" />
        Share form
      </Button>
    </IfAllowed>
  );
}

const tabListLook = "h-10 items-end px-3";

const panelLook = "flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-3 pt-2 pb-10 outline-none";
