import { type ReactNode, useId, useState } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { SavedText } from "@/components/ui/saved-text";
import { SelectField } from "@/components/ui/select-field";
import { SwitchRow } from "@/components/ui/switch-row";
import type { ConfigOf } from "@/lib/contract/views";
import { CoverSetting } from "./cover-setting";
import { isoOf, localOf } from "./moments";
import { settingProblem } from "./problems";

/** Edits the texts of a form, what follows a submission, and when it takes any. */
export function FormSettings({ config }: { config: ConfigOf<"form"> }) {
  const { view, changeView } = useOpenTable();
  return (
    <div className="flex flex-col gap-6">
      <Group legend="Form">
        <SavedText
          label="Title"
          placeholder={view.name}
          value={config.title}
          problemIn={(title) => settingProblem("title", title)}
          onSave={(title) => changeView({ title })}
        />
        <CoverSetting cover={config.cover} />
        <SavedText
          label="Description"
          rows={3}
          value={config.description}
          problemIn={(description) => settingProblem("description", description)}
          onSave={(description) => changeView({ description })}
        />
        <SavedText
          label="Button"
          value={config.submitLabel}
          problemIn={(submitLabel) =>
            submitLabel.trim() === ""
              ? "The button needs a text."
              : settingProblem("submitLabel", submitLabel)
          }
          onSave={(submitLabel) => changeView({ submitLabel })}
        />
      </Group>
      <Group legend="After a submission">
        <Afterwards config={config} />
      </Group>
      <Group legend="Submissions">
        <div className="-mx-1 flex">
          <SwitchRow
            label="Open for submissions"
            value={config.isOpen}
            onChange={(isOpen) => changeView({ isOpen })}
          />
        </div>
        <SavedText
          label="Closes at (optional)"
          type="datetime-local"
          value={localOf(config.closesAt)}
          onSave={(text) => changeView({ closesAt: isoOf(text) })}
        />
        <SavedText
          label="Maximum number of submissions (optional)"
          type="number"
          value={config.limit === null ? "" : String(config.limit)}
          problemIn={(text) => (text === "" ? undefined : settingProblem("limit", Number(text)))}
          onSave={(text) => changeView({ limit: text === "" ? null : Number(text) })}
        />
      </Group>
    </div>
  );
}

const ways = [
  { value: "message", label: "Show a message" },
  { value: "page", label: "Open a web page" },
];

/** A message, or the address of a page that is opened in its place. */
function Afterwards({ config }: { config: ConfigOf<"form"> }) {
  const { changeView } = useOpenTable();
  const { redirectUrl, message, allowAnother } = config;
  /** True once a page is chosen, until its address is entered. */
  const [isAsking, setIsAsking] = useState(false);
  const isPage = redirectUrl !== null || isAsking;
  return (
    <>
      <SelectField
        label="Then"
        value={isPage ? "page" : "message"}
        choices={ways}
        onChange={(way) => {
          setIsAsking(way === "page");
          if (way === "message" && redirectUrl !== null) changeView({ redirectUrl: null });
        }}
      />
      {isPage ? (
        <SavedText
          label="Address of the page"
          type="url"
          placeholder="https://"
          value={redirectUrl ?? ""}
          problemIn={(url) => (url === "" ? undefined : settingProblem("redirectUrl", url))}
          onSave={(url) => {
            setIsAsking(true);
            changeView({ redirectUrl: url === "" ? null : url });
          }}
        />
      ) : (
        <>
          <SavedText
            label="Message"
            rows={2}
            value={message}
            problemIn={(text) => settingProblem("message", text)}
            onSave={(text) => changeView({ message: text })}
          />
          <div className="-mx-1 flex">
            <SwitchRow
              label="Offer to fill in the form again"
              value={allowAnother}
              onChange={(next) => changeView({ allowAnother: next })}
            />
          </div>
        </>
      )}
    </>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-semibold text-dense">
        {legend}
      </h2>
      {children}
    </section>
  );
}
