import { Tabs } from "@base-ui/react/tabs";
import type { EditStore } from "@/components/edits/edit-store";
import type { RecordEdits } from "@/components/edits/edits";
import { ColorBar } from "@/components/fields/color-bar";
import { rowColorStyle } from "@/components/fields/option-style";
import { useRecordColors } from "@/components/record-card/record-colors";
import { useMay } from "@/components/rights/rights";
import { TabList } from "@/components/ui/tab-list";
import type { Record } from "@/lib/contract/records";
import { RecordFields } from "./record-fields";
import { RecordHistory } from "./record-history";

interface RecordTabsProps {
  readonly record: Record;
  readonly name: string;
  readonly edits: RecordEdits | undefined;
  readonly store: EditStore;
}

/** A record's name above tabs for its fields and, if the person may read it, its history. */
export function RecordTabs({ record, name, edits, store }: RecordTabsProps) {
  const mayReadHistory = useMay("read");
  const color = useRecordColors()?.(record, edits).row;
  const title = (
    <div className="relative shrink-0" style={color === undefined ? undefined : rowColorStyle(color)}>
      {color !== undefined && <ColorBar color={color} />}
      <h2
        dir="auto"
        className="line-clamp-3 px-4 pt-3 pb-1 font-semibold text-base leading-6 [overflow-wrap:anywhere]"
      >
        {name}
      </h2>
    </div>
  );
  if (!mayReadHistory) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        {title}
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <div role="group" aria-label="Fields" tabIndex={0} className={panelLook}>
          <RecordFields record={record} edits={edits} store={store} />
        </div>
      </div>
    );
  }
  return (
    <Tabs.Root defaultValue="fields" className="flex min-h-0 flex-1 flex-col">
      {title}
      <TabList tabs={{ fields: "Fields", history: "History" }} className="border-border border-b px-4" />
      <Tabs.Panel value="fields" tabIndex={-1} className={panelLook}>
        <RecordFields record={record} edits={edits} store={store} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={panelLook}>
        <RecordHistory record={record} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

const panelLook = "min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]";
