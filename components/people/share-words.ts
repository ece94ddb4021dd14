import { showsRecords, type ViewType } from "@/lib/contract/view-types";
import type { ShareDraft } from "./share-draft";

/** Something that visitors of a link may be allowed. */
interface ShareChoice {
  readonly key: Exclude<keyof ShareDraft, "password" | "day" | "dropsPassword">;
  readonly label: string;
  /** Continues "Visitors may". */
  readonly words: string;
}

/** The texts about links to a view. */
export interface ShareWords {
  /** True for links to fill in a form. */
  readonly isForm: boolean;
  /** The title of the dialog. */
  readonly title: string;
  readonly heading: string;
  readonly lead: (name: string) => string;
  readonly choices: readonly ShareChoice[];
  /** Said of a link that was made while the view had a type of the other kind. */
  readonly mismatch: string;
  /** The rights that visitors have in any case. */
  readonly always: string;
}

const seesMaker: ShareChoice = {
  key: "showsName",
  label: "See who shared it",
  words: "see who shared it",
};

const ofRecords: ShareWords = {
  isForm: false,
  title: "Share this database",
  heading: "Link to this view",
  lead: (name) =>
    `Anyone with a link sees the records of “${name}”, without an account. They can't change anything or see hidden fields.`,
  choices: [
    { key: "allowExport", label: "Export the view as a file", words: "export" },
    { key: "allowCopy", label: "Copy cells", words: "copy cells" },
    seesMaker,
    { key: "embed", label: "See it inside other websites", words: "see it inside other websites" },
  ],
  mismatch: "This link was made for a form. It doesn't work while the view is none.",
  always: "Visitors may only read.",
};

const ofForm: ShareWords = {
  isForm: true,
  title: "Share this form",
  heading: "Link to this form",
  lead: (name) =>
    `Anyone with a link can fill in “${name}”, without an account. Nothing of the table can be read through it, except the names of records that a linked record field offers.`,
  choices: [
    seesMaker,
    {
      key: "embed",
      label: "Fill it in inside other websites",
      words: "fill it in inside other websites",
    },
  ],
  mismatch: "This link was made for records. It doesn't work while the view is a form.",
  always: "Visitors may only fill in the form.",
};

export function shareWordsOf(type: ViewType): ShareWords {
  return showsRecords(type) ? ofRecords : ofForm;
}

/** Says what visitors may do. */
export function permitted({ choices, always }: ShareWords, given: Pick<ShareDraft, ShareChoice["key"]>) {
  const allowed = choices.filter(({ key }) => given[key]).map(({ words }) => words);
  return allowed.length === 0 ? always : `Visitors may ${allowed.join(", ")}.`;
}
