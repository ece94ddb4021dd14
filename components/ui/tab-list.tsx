import { Tabs } from "@base-ui/react/tabs";

interface TabListProps {
  readonly label?: string;
  /** The labels of the tabs by the values of their panels. */
  readonly tabs: { readonly [value: string]: string };
  readonly className: string;
}

/** The tabs above panels. */
export function TabList({ label, tabs, className }: TabListProps) {
  return (
    <Tabs.List aria-label={label} className={`flex shrink-0 gap-4 ${className}`}>
      {Object.entries(tabs).map(([value, words]) => (
        <Tabs.Tab
          key={value}
          value={value}
          className="-mb-px h-9 border-transparent border-b-2 text-muted hover:text-text aria-selected:border-accent aria-selected:text-text"
        >
          {words}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
