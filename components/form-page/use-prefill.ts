import { useEffect, useMemo, useState } from "react";
import type { Choice } from "@/components/questions/answers";
import { api } from "@/lib/client/api";
import type { Question } from "@/lib/contract/forms";
import type { Answers } from "@/lib/contract/matches-filter";
import { listFromText } from "@/lib/field-types/list";
import type { LinkCall } from "./link-call";
import { type Prefill, type Query, readLinks, readPrefill } from "./prefill";

/** The most records that an address names for a question, as each takes a call. */
const mostNames = 20;

/** The part of an address that fills in a form; null until the records that it names are found. */
export function usePrefill(call: LinkCall, questions: readonly Question[], query: Query): Prefill | null {
  const read = useMemo(() => readPrefill(questions, query), [questions, query]);
  const links = useMemo(() => readLinks(questions, query), [questions, query]);
  const [found, setFound] = useState<Answers | null>(links.size === 0 ? {} : null);
  useEffect(() => {
    const stop = new AbortController();
    void findLinks(links, (fieldId, name) => findRecord(call, { fieldId, name, signal: stop.signal })).then(
      (answers) => !stop.signal.aborted && setFound(answers),
    );
    return () => stop.abort();
  }, [links, call]);
  return useMemo(() => found && { ...read, answers: { ...read.answers, ...found } }, [read, found]);
}

type FindRecord = (fieldId: string, name: string) => Promise<Choice | undefined>;

async function findLinks(links: ReadonlyMap<Question, string>, find: FindRecord): Promise<Answers> {
  const answers = [...links].map(async ([question, text]) => {
    const choices = await recordsNamed(question, text, find);
    return [question.id, choices] as const;
  });
  return Object.fromEntries((await Promise.all(answers)).filter(([, choices]) => choices.length > 0));
}

/** The records named by the whole text with its commas, or by the items of a list. Names of no record are left out. */
async function recordsNamed({ id, template }: Question, text: string, find: FindRecord): Promise<Choice[]> {
  const whole = await find(id, text.trim());
  if (whole) return [whole];
  if (!(template as { allowMultiple?: boolean }).allowMultiple) return [];
  const names = listFromText(text).slice(0, mostNames);
  const found = await Promise.all(names.map((name) => find(id, name)));
  return [...new Map(found.flatMap((choice) => (choice ? [[choice.id, choice]] : []))).values()];
}

interface Wanted {
  readonly fieldId: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

/** The first record with a name that a question offers; undefined if there is none, or it cannot be asked for. */
async function findRecord(
  { params, sharePassword }: LinkCall,
  { fieldId, name, signal }: Wanted,
): Promise<Choice | undefined> {
  try {
    const { records } = await api("GET /forms/{token}/fields/{fieldId}/records", {
      ...(sharePassword !== undefined && { sharePassword }),
      params: { ...params, fieldId },
      query: { name },
      signal,
    });
    return records[0];
  } catch {
    return undefined;
  }
}
