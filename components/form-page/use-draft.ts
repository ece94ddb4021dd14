import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { v4 } from "uuid";
import type { Question } from "@/lib/contract/forms";
import { type FormDraft, type GivenAnswers, newDraft, readDraft, writeDraft } from "./draft";

interface KeptDraft {
  readonly draft: FormDraft;
  readonly isTouched: boolean;
  readonly answer: (fieldId: string, answer: unknown) => void;
  /** Forgets the answers and begins anew, with another submission id. */
  readonly restart: () => void;
  /** Removes the stored answers. */
  readonly forget: () => void;
}

/** The answers of a form, which this browser keeps until they are sent. */
export function useDraft(token: string, questions: readonly Question[], answers: GivenAnswers): KeptDraft {
  const [draft, setDraft] = useState(() => newDraft(answers));
  const [isTouched, setIsTouched] = useState(false);
  const given = useRef({ questions, ...answers });
  const name = `form:${token}`;

  // After hydration, because the server does not know the draft.
  useLayoutEffect(() => {
    const found = readDraft(given.current.questions, { text: stored(name), ...given.current });
    if (!found) return;
    setDraft(found);
    setIsTouched(true);
  }, [name]);

  useEffect(() => {
    if (isTouched) store(name, writeDraft(given.current.questions, draft));
  }, [name, draft, isTouched]);

  // Another tab has sent the draft. The server would take further answers under its id for a repetition.
  useEffect(() => {
    function onStorage({ key, newValue }: StorageEvent): void {
      if (key === name && newValue === null) setDraft((now) => ({ ...now, id: v4() }));
    }
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [name]);

  const answer = useCallback((fieldId: string, value: unknown) => {
    setIsTouched(true);
    setDraft((now) => ({ ...now, answers: { ...now.answers, [fieldId]: value } }));
  }, []);
  const forget = useCallback(() => {
    setIsTouched(false);
    store(name, null);
  }, [name]);
  const restart = useCallback(() => {
    forget();
    setDraft(newDraft(given.current));
  }, [forget]);
  return { draft, isTouched, answer, restart, forget };
}

/** A browser may forbid storage; then the answers last as long as the page. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {}
}
